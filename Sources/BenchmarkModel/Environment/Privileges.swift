extension MachineEnvironment {
  /// The privileges of this process.
  package struct Privileges: Codable, Sendable, Equatable {
    /// Whether the process may count kernel events, whatever `perf_event_paranoid` says.
    package var mayCountKernelEvents: Bool?
    /// Whether the process may lower nice values to -2, which high QoS classes need.
    package var mayRaisePriority: Bool?
  }
}

extension MachineReader {
  /// Reads the privileges of this process: its capabilities and limits under /proc/self.
  func privileges() -> MachineEnvironment.Privileges {
    MachineEnvironment.Privileges(
      mayCountKernelEvents: capabilities.map { $0 & (Self.sysAdmin | Self.perfmon) != 0 },
      mayRaisePriority: mayRaisePriority)
  }

  // The bits of <linux/capability.h>. CAP_PERFMON came with kernel 5.8; before, CAP_SYS_ADMIN was
  // needed, and it still suffices.
  private static let sysAdmin: UInt64 = 1 << 21
  private static let sysNice: UInt64 = 1 << 23
  private static let perfmon: UInt64 = 1 << 38

  private var capabilities: UInt64? {
    let lines = (tree.text("/proc/self/status") ?? "").lines
    return lines.first { $0.hasPrefix("CapEff:") }?.words.last.flatMap { UInt64($0, radix: 16) }
  }

  private var mayRaisePriority: Bool? {
    guard let capabilities else { return nil }
    if capabilities & Self.sysNice != 0 { return true }
    // RLIMIT_NICE allows nice values down to 20 minus the limit; Dispatch asks for -2.
    return (niceLimit ?? 0) >= 22
  }

  private var niceLimit: Int? {
    let lines = (tree.text("/proc/self/limits") ?? "").lines
    let line = lines.first { $0.hasPrefix("Max nice priority") }
    return line?.words.dropFirst(3).first.map { $0 == "unlimited" ? 40 : Int($0) ?? 0 }
  }
}
