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
      "snapshot", "readers take a reference to what is published, writers publish anew",
      tier: .standard, exclusion: PublishedSnapshot.self),
    ReaderWriterEntry(
      "mutex", "Synchronization.Mutex for reads and writes alike",
      exclusion: ExclusiveReaderWriter<StandardMutex>.self),
    ReaderWriterEntry(
      "spin-park-futex", "a mutex that spins and then sleeps, for reads and writes alike",
      tier: .standard, exclusion: ExclusiveReaderWriter<SpinParkFutex>.self),
    ReaderWriterEntry(
      "actor", "isolated methods, awaited by tasks, for reads and writes alike", tier: .standard,
      actor: ActorReaderWriter.self),
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
    MeasuredPrimitive(
      name: "dissemination-barrier",
      summary: "rounds of signals without a centre; spins, then yields",
      tier: .standard, sweepsAtOnce: true
    ) { rendezvousProgram($0, DisseminationBarrier.self) },
    MeasuredPrimitive(
      name: "dispatch-group", summary: "all leave a DispatchGroup and wait for it",
      tier: .standard, sweepsAtOnce: true
    ) { rendezvousProgram($0, DispatchGroupMeeting.self) },
    MeasuredPrimitive(
      name: "task-group", summary: "a TaskGroup of one task a party, each episode anew",
      tier: .standard, usesPool: true, sweepsAtOnce: true, prepare: taskGroupProgram),
  ]

  /// The suite.
  public static func suite() -> Suite {
    Suite(
      name: "barrier", summary: "throughput where reads may run together and writes may not",
      columns: waitColumns + throughputColumns,
      workloads: [
        readMixWorkload("read-mix", readerWriters.map(\.readMix)),
        // A workload of its own, so that the control has one case and not one for each share.
        readMixWorkload("read-mix-control", [negativeControl.readMix], isControl: true),
        Workload(
          name: "one-writer",
          operation: "one read of a pair of words by any but one thread, or one write by that one",
          tier: .standard, axes: [.severalThreads, .mixInside], pace: .window, summaryLevel: 0.25,
          threads: .own(parameter: "threads"), invocationLimit: 8,
          primitives: readerWriters.compactMap(\.oneWriter)),
        waitsWorkload(
          "writer-waits", "one write, its wait timed, by one thread; or one read by the others",
          tier: .standard, readerWriters.compactMap(\.writerWaits)),
        waitsWorkload(
          "reader-waits", "one read, its wait timed, by all threads but one; or one write by that",
          tier: .thorough, readerWriters.compactMap(\.readerWaits)),
        Workload(
          name: "rendezvous", operation: "one episode: every thread arrives, then all leave",
          axes: [.severalThreads], pace: .window, summaryLevel: 0.25,
          threads: .own(parameter: "threads"), invocationLimit: 10, primitives: rendezvous),
      ])
  }

  private static func readMixWorkload(
    _ name: String, _ primitives: [MeasuredPrimitive], isControl: Bool = false
  ) -> Workload {
    Workload(
      name: name, operation: "one read of a pair of words, or one write of both",
      axes: isControl
        ? [.twoThreads, .mixHalfReads, .mixNoWork] : [.mixThreads, .mixReads, .mixInside],
      pace: .window, summaryLevel: 0.25, threads: .own(parameter: "threads"),
      invocationLimit: isControl ? 5 : 8, primitives: primitives)
  }

  private static func waitsWorkload(
    _ name: String, _ operation: String, tier: Tier, _ primitives: [MeasuredPrimitive]
  ) -> Workload {
    Workload(
      name: name, operation: operation, tier: tier,
      axes: [.mixWaitThreads, .mixWaitInside, .mixWaitOutside],
      pace: .window, summaryLevel: 0.25, threads: .own(parameter: "threads"),
      sampling: {
        // Who is kept out is so for the rest of a trial: a longer one tells it from a long wait.
        Sampling(
          warmups: 1, trials: min($0.trials, 3),
          trialNanoseconds: max($0.trialNanoseconds, 10_000_000))
      }, invocationLimit: 8, primitives: primitives)
  }
}
