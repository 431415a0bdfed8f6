/// What decides which events a process may count.
public struct PerfFacts: Equatable, Sendable {
  /// What opening an event came to.
  public enum Attempt: Equatable, Sendable {
    /// It opened.
    case opened
    /// The kernel refused, with a value of errno(3).
    case refused(PerfErrno)
  }

  /// /proc/sys/kernel/perf_event_paranoid; nil where the kernel has no such file.
  public var paranoid: Int?
  /// Whether the process has user id 0.
  public var isRoot: Bool
  /// CapEff of /proc/self/status; nil when unknown.
  public var capabilities: UInt64?
  /// Seccomp of /proc/self/status: 0 none, 1 strict, 2 filtered; nil when unknown.
  public var seccompMode: Int?
  /// Whether tracepoints can be looked up.
  public var tracefs: TracefsState
  /// The unit of the processor's own counters, nil where the kernel lists none.
  public var processorUnit: String?
  /// Opening page faults with the kernel's part.
  public var softwareEvent: Attempt
  /// Opening page faults without the kernel's part.
  public var userOnlyEvent: Attempt
  /// What started the container that this is, `docker` or `podman`; nil outside of one, or for another.
  public var containerTool: String?

  /// Collects facts.
  public init(
    paranoid: Int?, isRoot: Bool, capabilities: UInt64?, seccompMode: Int?,
    tracefs: TracefsState, processorUnit: String?, softwareEvent: Attempt, userOnlyEvent: Attempt,
    containerTool: String? = nil
  ) {
    self.paranoid = paranoid
    self.isRoot = isRoot
    self.capabilities = capabilities
    self.seccompMode = seccompMode
    self.tracefs = tracefs
    self.processorUnit = processorUnit
    self.softwareEvent = softwareEvent
    self.userOnlyEvent = userOnlyEvent
    self.containerTool = containerTool
  }

  /// Whether the process has what the kernel asks of those who count the kernel: CAP_PERFMON (38), or
  /// CAP_SYS_ADMIN (21), which stood for it before kernel 5.8.
  public var mayCountKernel: Bool? {
    capabilities.map { $0 & (1 << 38 | 1 << 21) != 0 }
  }
}
