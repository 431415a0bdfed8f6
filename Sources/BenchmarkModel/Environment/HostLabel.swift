extension MachineEnvironment {
  /// An anonymous name for this machine, such as `host-3f9a1c2e`.
  ///
  /// The name is the same on every boot of a machine with the same kernel version. A different
  /// processor, CPU count, core layout, memory size or kernel `major.minor` gives another name. The
  /// name depends on no user name, host name or serial number. Its digits are a hash, FNV-1a, with
  /// its 64 bits folded to 32.
  package var hostLabel: String {
    let hash = FNV1a.hash(hostFacts.joined(separator: "\n"))
    let folded = UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
    let digits = String(folded, radix: 16)
    return "host-" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  private var hostFacts: [String] {
    // The kernel's share of memory varies by megabytes between boots, so memory is rounded to GiB.
    let gibibytes = memory.roundedGibibytes
    return [
      "model \(processor.model ?? "?")",
      "cpus \(topology.cpus.count)",
      "sockets \(Self.text(topology.socketCount))",
      "nodes \(topology.nodes.count)",
      "cores \(topology.coreCount)",
      "threads \(Self.text(topology.threadsPerCore))",
      "memory \(Self.text(gibibytes))",
      "kernel \(kernel.majorMinor ?? "?")",
    ]
  }

  private static func text(_ number: (some BinaryInteger)?) -> String {
    number.map { "\($0)" } ?? "?"
  }
}
