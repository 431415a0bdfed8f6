extension MachineEnvironment {
  /// What this process is allowed to do.
  public struct Privileges: Codable, Sendable, Equatable {
    /// Whether it may count kernel events whatever `perf_event_paranoid` says.
    public var mayCountKernelEvents: Bool?
    /// Whether it may lower nice values, which high QoS classes need.
    public var mayRaisePriority: Bool?

    /// Describes privileges.
    public init(mayCountKernelEvents: Bool? = nil, mayRaisePriority: Bool? = nil) {
      self.mayCountKernelEvents = mayCountKernelEvents
      self.mayRaisePriority = mayRaisePriority
    }
  }
}
