/// The facts that decide which events a process may count.
package struct PerfFacts: Equatable, Sendable {
  /// The result of opening an event.
  package enum Attempt: Equatable, Sendable {
    case opened
    /// The kernel refused, with a value of errno(3).
    case refused(PerfErrno)
  }

  /// /proc/sys/kernel/perf_event_paranoid; nil if the kernel has no such file.
  package var paranoid: Int?
  /// Whether the process has user id 0.
  package var isRoot: Bool
  /// CapEff of /proc/self/status; nil when unknown.
  package var capabilities: UInt64?
  /// Seccomp of /proc/self/status: 0 none, 1 strict, 2 filtered; nil when unknown.
  package var seccompMode: Int?
  /// Whether tracepoints can be looked up.
  package var tracefs: TracefsState
  /// The name of the unit of the processor's own counters; nil if the kernel lists no such unit.
  package var processorUnit: String?
  /// The result of opening the event page-faults for user mode and the kernel.
  package var softwareEvent: Attempt
  /// The result of opening the event page-faults for user mode alone.
  package var userOnlyEvent: Attempt
  /// The tool that started this container, `docker` or `podman`; nil for none or another tool.
  package var containerTool: String?

  /// Whether the process has a capability to count the kernel: CAP_PERFMON (38), or CAP_SYS_ADMIN
  /// (21), which was used before kernel 5.8; nil if unknown.
  package var mayCountKernel: Bool? {
    capabilities.map { $0 & (1 << 38 | 1 << 21) != 0 }
  }
}
