import CSyncShims
import Glibc

/// A figure that the kernel keeps for every thread and process without being asked.
package struct UsageFigure: Sendable {
  package let name: String
  /// The meaning of the figure.
  package let summary: String
  /// Whether the figure is from schedstat, which some kernels leave out.
  package let isOfSchedstat: Bool

  private init(_ name: String, _ summary: String, isOfSchedstat: Bool = false) {
    self.name = name
    self.summary = summary
    self.isOfSchedstat = isOfSchedstat
  }

  /// All figures, in the order in which they are read.
  package static let all = [
    UsageFigure("cpu-ns", "CPU time, exact"),
    UsageFigure("rusage-user-ns", "CPU time in user mode"),
    UsageFigure("rusage-system-ns", "CPU time in the kernel"),
    UsageFigure("rusage-voluntary-switches", "switches of threads that went to sleep"),
    UsageFigure("rusage-involuntary-switches", "switches of threads that were preempted"),
    UsageFigure("rusage-minor-faults", "page faults without a disk"),
    UsageFigure("rusage-major-faults", "page faults that read a disk"),
    UsageFigure("schedstat-running-ns", "time on a CPU", isOfSchedstat: true),
    UsageFigure(UsageSource.runQueue, "time runnable, but not running", isOfSchedstat: true),
    UsageFigure(
      "schedstat-timeslices", "the number of times that a thread got a CPU", isOfSchedstat: true),
  ]
}

/// The figures of ``UsageFigure/all``, summed over the measured trials.
///
/// rusage divides the run time into user and system time by the timer's ticks, so both are coarse
/// over few ticks, while their sum, `cpu-ns`, is exact. schedstat's run time is as old as the last
/// tick, while its wait for a CPU is exact.
final class UsageSource: CountingSource {
  /// The threads whose usage is read.
  enum Scope {
    /// The calling thread.
    case thread
    /// All threads of the process.
    case process
  }

  static let runQueue = "schedstat-run-queue-ns"

  private static let names = UsageFigure.all.filter { !$0.isOfSchedstat }.map(\.name)
  private static let schedulerNames = UsageFigure.all.filter(\.isOfSchedstat).map(\.name)

  private let scope: Scope
  private let schedulerStatistics: SchedulerStatistics
  private var before: [UInt64] = []
  private var schedulerBefore: [UInt64]?
  private var sums = [UInt64](repeating: 0, count: names.count)
  private var schedulerSums = [UInt64](repeating: 0, count: schedulerNames.count)
  private var schedulerReason: String?

  init(_ scope: Scope) {
    self.scope = scope
    schedulerStatistics = scope == .thread ? .ofCallingThread() : .ofAllThreads
  }

  func begin() {
    schedulerBefore = schedulerStatistics.read()
    before = usage()
  }

  func end() {
    let after = usage()
    let scheduler = schedulerStatistics.read()
    for index in sums.indices { sums[index] += after[index] &- before[index] }
    guard let earlier = schedulerBefore, let scheduler else {
      schedulerReason = "the kernel keeps no schedstat"
      return
    }
    guard zip(scheduler, earlier).allSatisfy({ $0 >= $1 }) else {
      schedulerReason = "a thread ended during a trial, and its times are lost"
      return
    }
    for index in schedulerSums.indices { schedulerSums[index] += scheduler[index] - earlier[index] }
  }

  func results() -> [EventResult] {
    let usage = zip(Self.names, sums).map { EventResult.counted($0, $1) }
    let scheduler = zip(Self.schedulerNames, schedulerSums).map { name, sum in
      schedulerReason.map { EventResult.unavailable(name, $0) } ?? .counted(name, sum)
    }
    return usage + scheduler
  }

  private func usage() -> [UInt64] {
    let usage = scope == .thread ? sync_thread_usage() : sync_process_usage()
    return [
      scope == .thread ? sync_thread_cpu_ns() : sync_process_cpu_ns(), usage.user_ns,
      usage.system_ns, usage.voluntary_switches, usage.involuntary_switches, usage.minor_faults,
      usage.major_faults,
    ]
  }
}
