extension MachineEnvironment {
  /// The privileges of this process.
  package struct Privileges: Codable, Sendable, Equatable {
    /// Whether it may count kernel events whatever `perf_event_paranoid` says.
    package var mayCountKernelEvents: Bool?
    /// Whether it may lower nice values, which high QoS classes need.
    package var mayRaisePriority: Bool?
  }
}
