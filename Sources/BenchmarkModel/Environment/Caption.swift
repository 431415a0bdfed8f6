extension MachineEnvironment {
  /// The machine in one line, for the caption of a chart: processor, CPUs, hypervisor (if the
  /// machine is a guest), and the versions of the kernel and of Swift.
  package var caption: String {
    let cpus = topology.online.count
    let usable = usableCPUs.count
    let parts: [String?] = [
      processor.model ?? processor.board ?? processor.architecture,
      usable == cpus ? "\(cpus) CPU\(cpus == 1 ? "" : "s")" : "\(usable) of \(cpus) CPUs",
      virtualization.isGuest == true
        ? "guest\(virtualization.hypervisor.map { " of \($0)" } ?? "")" : nil,
      kernel.release.map { "Linux \($0.prefix { $0 != "-" })" }, "Swift \(software.swiftVersion)",
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
