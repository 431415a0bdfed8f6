import BenchmarkModel
public import BenchmarkRunner
import SyncPrimitives

/// Barriers of both kinds: reads and writes kept apart, and threads that meet.
public enum BarrierSuite {
  static let readMix: [MeasuredPrimitive] = [
    MeasuredPrimitive(
      name: "concurrent-queue-barrier-async",
      summary: "reads by sync, writes by async(flags: .barrier)", usesPool: true
    ) { readMixProgram($0, ConcurrentQueueBarrierAsyncReaderWriter.self) },
    MeasuredPrimitive(
      name: "concurrent-queue-barrier-sync",
      summary: "reads by sync, writes by sync(flags: .barrier)"
    ) { readMixProgram($0, ConcurrentQueueBarrierSyncReaderWriter.self) },
    MeasuredPrimitive(
      name: "serial-queue-sync", summary: "reads and writes by sync on a serial queue"
    ) { readMixProgram($0, ExclusiveReaderWriter<SerialQueueSync>.self) },
    MeasuredPrimitive(name: "pthread-rwlock", summary: "glibc's default, which prefers readers") {
      readMixProgram($0, PthreadRWLock.self)
    },
    MeasuredPrimitive(name: "mutex", summary: "Synchronization.Mutex for reads and writes alike") {
      readMixProgram($0, ExclusiveReaderWriter<StandardMutex>.self)
    },
  ]

  static let negativeControl = MeasuredPrimitive(
    name: "global-queue-barrier",
    summary: "negative control: a barrier on a global queue excludes nothing",
    expectation: { id in
      (id["threads"] ?? 1) > 1 && (id["read-percent"] ?? 0) < 100
        ? .invalid(reason: "a barrier on a global queue excludes nothing") : .valid
    }, prepare: { readMixProgram($0, GlobalQueueBarrier.self) })

  static let rendezvous: [MeasuredPrimitive] = [
    MeasuredPrimitive(name: "pthread-barrier", summary: "glibc's, whose waiters sleep") {
      rendezvousProgram($0, PthreadBarrier.self)
    },
    MeasuredPrimitive(
      name: "sense-reversing-barrier", summary: "central and spinning, then yielding"
    ) { rendezvousProgram($0, SenseReversingBarrier.self) },
  ]

  /// The suite.
  public static func suite() -> Suite {
    Suite(
      name: "barrier", summary: "throughput where reads may run together and writes may not",
      columns: [
        MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
        MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
        MetricColumn(
          "reads_per_s", .higherIsBetter, .observationPerSecond("reads"), workloads: ["read-mix"]),
        MetricColumn(
          "writes_per_s", .higherIsBetter, .observationPerSecond("writes"), workloads: ["read-mix"]),
        MetricColumn("cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation),
        MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation),
        MetricColumn("fairness", .higherIsBetter, .fairness, workloads: ["read-mix"]),
      ],
      workloads: [
        readMixWorkload("read-mix", readMix),
        // A workload of its own, so that the control has one case and not one for each share.
        readMixWorkload("read-mix-control", [negativeControl], isControl: true),
        Workload(
          name: "rendezvous", operation: "one episode: every thread arrives, then all leave",
          axes: [.severalThreads], pace: .window, summaryLevel: 0.25,
          threads: .own(parameter: "threads"), primitives: rendezvous),
      ])
  }

  private static func readMixWorkload(
    _ name: String, _ primitives: [MeasuredPrimitive], isControl: Bool = false
  ) -> Workload {
    let shares =
      isControl
      ? Axis("read-percent", .percent, headline: [50], standard: [50], thorough: [50])
      : Axis(
        "read-percent", .percent, headline: [0, 90, 100], standard: [0, 50, 90, 99, 100],
        thorough: [0, 10, 50, 90, 95, 99, 100])
    return Workload(
      name: name, operation: "one read of a pair of words, or one write of both",
      axes: [isControl ? .twoThreads : .threads, shares, isControl ? .noWork : .inside],
      pace: .window, summaryLevel: 0.25,
      threads: .own(parameter: "threads"), primitives: primitives)
  }
}

extension Axis {
  /// No busy work in any profile.
  fileprivate static let noWork = Axis(
    "inside", .nanoseconds, headline: [0], standard: [0], thorough: [0])
}
