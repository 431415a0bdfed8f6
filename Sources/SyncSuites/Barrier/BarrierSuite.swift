import BenchmarkModel
public import BenchmarkRunner
import SyncPrimitives

/// Barriers of both kinds: reads and writes kept apart, and threads that meet.
public enum BarrierSuite {
  static let readerWriters: [ReaderWriterEntry] = [
    ReaderWriterEntry(
      "concurrent-queue-barrier-async", "reads by sync, writes by async(flags: .barrier)",
      usesPool: true, exclusion: ConcurrentQueueBarrierAsyncReaderWriter.self),
    ReaderWriterEntry(
      "concurrent-queue-barrier-sync", "reads by sync, writes by sync(flags: .barrier)",
      exclusion: ConcurrentQueueBarrierSyncReaderWriter.self),
    ReaderWriterEntry(
      "serial-queue-sync", "reads and writes by sync on a serial queue",
      exclusion: ExclusiveReaderWriter<SerialQueueSync>.self),
    ReaderWriterEntry(
      "pthread-rwlock", "glibc's default, which prefers readers", exclusion: PthreadRWLock.self),
    ReaderWriterEntry(
      "pthread-rwlock-writer", "glibc's kind that prefers writers", tier: .standard,
      exclusion: PthreadWriterRWLock.self),
    ReaderWriterEntry(
      "phase-fair-ticket", "spinning; readers and writers take turns", tier: .standard,
      exclusion: PhaseFairTicketLock.self),
    ReaderWriterEntry(
      "seqlock", "readers write nothing, and read again where a writer came between",
      tier: .standard, exclusion: SequenceLock.self),
    ReaderWriterEntry(
      "left-right", "two copies: readers never wait, writers write twice", tier: .standard,
      exclusion: LeftRight.self),
    ReaderWriterEntry(
      "mutex", "Synchronization.Mutex for reads and writes alike",
      exclusion: ExclusiveReaderWriter<StandardMutex>.self),
  ]

  static let negativeControl = ReaderWriterEntry(
    "global-queue-barrier", "a barrier on a global queue excludes nothing",
    isUnprotected: true, exclusion: GlobalQueueBarrier.self)

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
          "reads_per_s", .higherIsBetter, .observationPerSecond("reads"),
          workloads: ["read-mix", "one-writer"]),
        MetricColumn(
          "writes_per_s", .higherIsBetter, .observationPerSecond("writes"),
          workloads: ["read-mix", "one-writer"]),
        MetricColumn(
          "write_share", .neutral, .observation("write-share"), workloads: ["one-writer"]),
        MetricColumn("cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation),
        MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation),
        MetricColumn("fairness", .higherIsBetter, .fairness, workloads: ["read-mix"]),
      ],
      workloads: [
        readMixWorkload("read-mix", readerWriters.map(\.readMix)),
        // A workload of its own, so that the control has one case and not one for each share.
        readMixWorkload("read-mix-control", [negativeControl.readMix], isControl: true),
        Workload(
          name: "one-writer",
          operation: "one read of a pair of words by any but one thread, or one write by that one",
          tier: .standard, axes: [.severalThreads, .inside], pace: .window, summaryLevel: 0.25,
          threads: .own(parameter: "threads"), primitives: readerWriters.compactMap(\.oneWriter)),
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
