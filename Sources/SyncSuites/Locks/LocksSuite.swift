import BenchmarkModel
public import BenchmarkRunner

/// Lock variants: what an acquisition costs, alone and contended, how long it waits, and who gets it.
public enum LocksSuite {
  /// The locks that come with the package; a lock is one line in one of these.
  static let entries: [CounterEntry] = controls + spinningLocks + blockingLocks + systemLocks

  /// The suite, with locks of one's own behind the package's.
  public static func suite(adding own: [CounterEntry] = []) -> Suite {
    let entries = self.entries + own
    func primitives(_ workload: LockWorkload) -> [MeasuredPrimitive] {
      entries.compactMap { $0.primitive(in: workload) }
    }
    return Suite(
      name: "locks", summary: "which lock, at which thread count and section length, and why",
      columns: inversionColumns + timedColumns
        + columns(counterColumns, except: .burst, .inversion) + furtherColumns,
      workloads: [
        Workload(
          name: LockWorkload.uncontended.rawValue,
          operation: "acquire, add one to a counter, release; one thread",
          axes: [.inside], pace: .operations, summaryLevel: 0, threads: .single,
          kernel: "uncontendedLoop", primitives: primitives(.uncontended)),
        Workload(
          name: LockWorkload.contended.rawValue,
          operation: "acquire, add one to a counter, release, by any of the threads",
          axes: [.threads, .inside, .outside], pace: .window, summaryLevel: 0.25,
          threads: .own(parameter: "threads"), primitives: primitives(.contended)),
        Workload(
          name: LockWorkload.control.rawValue,
          operation: "acquire a broken lock, read a counter, yield, write it, release",
          axes: [.controlThreads], pace: .window, summaryLevel: 0.25,
          threads: .own(parameter: "threads"), sampling: controlSampling, invocationLimit: 1,
          primitives: brokenLocks.compactMap { $0.primitive(in: .control) }),
      ] + timedWorkloads(primitives) + furtherWorkloads(entries), presets: LockPresets.all)
  }

  /// Three windows, long enough for any of the faults to show thousands of times over.
  @Sendable private static func controlSampling(_ profile: Sampling) -> Sampling {
    Sampling(warmups: 0, trials: 3, trialNanoseconds: 20_000_000)
  }
}

extension Axis {
  /// Four threads in any profile: a wake-up is lost only where several sleep.
  fileprivate static let controlThreads = Axis(
    "threads", .threads, headline: [4], standard: [4], thorough: [4])
}

/// The metrics of suites that count operations.
let counterColumns: [MetricColumn] = [
  MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
  MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
  MetricColumn("cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation),
  MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation),
  MetricColumn("fairness", .higherIsBetter, .fairness, workloads: sharedOut),
  MetricColumn("smallest_share", .higherIsBetter, .smallestShare, workloads: sharedOut),
]

/// The workloads of which a thread's part can be larger or smaller.
private let sharedOut = ["shared"] + LocksSuite.sharedOutWorkloads.map(\.rawValue)
