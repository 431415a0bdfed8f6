import BenchmarkModel
package import BenchmarkRunner
import SyncPrimitives

/// Barriers of both kinds: reads and writes kept apart, and threads that meet.
package enum BarrierSuite {
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
      "serial-queue-async", "reads by sync, writes by async on a serial queue", usesPool: true,
      tier: .standard, exclusion: SerialQueueAsyncReaderWriter.self),
    ReaderWriterEntry(
      "pthread-rwlock", "glibc's default, which prefers readers",
      exclusion: PthreadRWLock<PreferringReaders>.self),
    ReaderWriterEntry(
      "pthread-rwlock-writer", "glibc's kind that prefers writers", tier: .standard,
      exclusion: PthreadRWLock<PreferringWriters>.self),
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
    meeting("pthread-barrier", "glibc's, whose waiters sleep", meeting: PthreadBarrier.self),
    meeting(
      "sense-reversing-barrier", "central and spinning, then yielding",
      meeting: SenseReversingBarrier.self),
    meeting(
      "dissemination-barrier", "rounds of signals without a centre; spins, then yields", .standard,
      meeting: DisseminationBarrier.self),
    meeting(
      "dispatch-group", "all leave a DispatchGroup and wait for it", .standard,
      meeting: DispatchGroupMeeting.self),
    MeasuredPrimitive(
      "task-group", "a new TaskGroup in each episode, with one task per party", .standard,
      usesPool: true, sweepsAtOnce: true, prepare: taskGroupProgram),
  ]

  /// A primitive that comes late is compared with the others over the whole of their axis.
  @inline(__always)
  private static func meeting<Meeting: Rendezvous & ~Copyable>(
    _ name: String, _ summary: String, _ tier: Tier = .headline, meeting: Meeting.Type
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary, tier, sweepsAtOnce: tier > .headline) {
      rendezvousProgram($0, meeting)
    }
  }

  package static func suite() -> Suite {
    Suite(
      name: "barrier", summary: "throughput where reads may run together and writes may not",
      columns: columns,
      workloads: [
        readMixWorkload("read-mix", readerWriters.map(\.readMix)),
        // A workload of its own, so that the control has one case and not one for each share.
        readMixWorkload("read-mix-control", [negativeControl.readMix], isControl: true),
        .shared(
          "one-writer",
          "one read of a pair of words by any but one thread, or one write by that one",
          tier: .standard, axes: [.severalThreads, .mixInside], invocationLimit: 8,
          readerWriters.compactMap(\.oneWriter)),
        waitsWorkload(
          "writer-waits", "one write, its wait timed, by one thread; or one read by the others",
          tier: .standard, readerWriters.compactMap(\.writerWaits)),
        waitsWorkload(
          "reader-waits", "one read, its wait timed, by all threads but one; or one write by that",
          tier: .thorough, readerWriters.compactMap(\.readerWaits)),
        .shared(
          "rendezvous", "one episode: every thread arrives, then all leave",
          axes: [.severalThreads], invocationLimit: 10, role: .handsOver, rendezvous),
      ], usualChoices: usualLocks)
  }

  private static func readMixWorkload(
    _ name: String, _ primitives: [MeasuredPrimitive], isControl: Bool = false
  ) -> Workload {
    .shared(
      name, "one read of a pair of words, or one write of both",
      axes: isControl
        ? [.twoThreads, .mixHalfReads, .mixNoWork] : [.mixThreads, .mixReads, .mixInside],
      invocationLimit: isControl ? 5 : 8, role: isControl ? nil : .sharesData, primitives)
  }

  private static func waitsWorkload(
    _ name: String, _ operation: String, tier: Tier, _ primitives: [MeasuredPrimitive]
  ) -> Workload {
    .shared(
      name, operation, tier: tier, axes: [.mixWaitThreads, .mixWaitInside, .mixWaitOutside],
      sampling: {
        // Who is kept out is so for the rest of a trial: a longer one tells it from a long wait.
        Sampling(
          warmups: 1, trials: min($0.trials, 3),
          trialNanoseconds: max($0.trialNanoseconds, 10_000_000))
      }, invocationLimit: 8, primitives)
  }
}
