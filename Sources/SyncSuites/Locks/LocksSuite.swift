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
      columns: inversionColumns + columns(counterColumns, except: .inversion) + furtherColumns,
      workloads: [
        Workload(
          name: LockWorkload.uncontended.rawValue,
          operation: "acquire, add one to a counter, release; one thread",
          axes: [.inside], pace: .operations, summaryLevel: 0, threads: .single,
          primitives: primitives(.uncontended)),
        Workload(
          name: LockWorkload.contended.rawValue,
          operation: "acquire, add one to a counter, release, by any of the threads",
          axes: [.threads, .inside, .outside], pace: .window, summaryLevel: 0.25,
          threads: .own(parameter: "threads"), primitives: primitives(.contended)),
      ] + furtherWorkloads(entries))
  }
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
