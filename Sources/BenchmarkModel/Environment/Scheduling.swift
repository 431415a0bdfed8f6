extension MachineEnvironment {
  /// The CPUs that this process may use, and the CPUs that the scheduler leaves alone.
  package struct Scheduling: Codable, Sendable, Equatable {
    /// The CPUs of this process's affinity mask.
    package var allowed: CPUList?
    /// The CPUs that load balancing leaves alone (`isolcpus`).
    package var isolated: CPUList?
    /// The CPUs whose tick can stop (`nohz_full`).
    package var tickless: CPUList?
  }
}

extension MachineReader {
  /// Reads the CPUs for this process: its affinity mask and /sys/devices/system/cpu.
  func scheduling() -> MachineEnvironment.Scheduling {
    MachineEnvironment.Scheduling(
      allowed: process.allowedCPUs,
      isolated: tree.cpuList("/sys/devices/system/cpu/isolated"),
      tickless: tickless)
  }

  private var tickless: CPUList? {
    // A kernel that supports nohz_full but was given no CPUs writes "(null)" instead of an empty
    // list.
    let path = "/sys/devices/system/cpu/nohz_full"
    return tree.text(path) == "(null)" ? .empty : tree.cpuList(path)
  }
}
