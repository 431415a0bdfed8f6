import BenchmarkModel
package import BenchmarkRunner
import SyncPrimitives

/// The suite of both kinds of barriers: those that keep a write apart from other reads and writes,
/// and those at which threads meet.
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
      "snapshot-hazard", "readers announce the address of the snapshot that they read",
      tier: .standard, exclusion: HazardSnapshot.self),
    ReaderWriterEntry(
      "snapshot-epoch", "readers announce the epoch in which they read a snapshot",
      tier: .standard, exclusion: EpochSnapshot.self),
    ReaderWriterEntry(
      "bravo-pthread-rwlock", "pthread-rwlock whose readers mostly write to words of their own",
      tier: .standard, exclusion: BravoLock<PthreadRWLock<PreferringReaders>>.self),
    ReaderWriterEntry(
      "bravo-phase-fair", "phase-fair-ticket whose readers mostly write to words of their own",
      tier: .standard, exclusion: BravoLock<PhaseFairTicketLock>.self),
    ReaderWriterEntry(
      "mutex", "Synchronization.Mutex for reads and writes alike",
      exclusion: ExclusiveReaderWriter<StandardMutex>.self),
    ReaderWriterEntry(
      "nio-lock", "SwiftNIO's lock, for reads and writes alike", tier: .standard,
      exclusion: ExclusiveReaderWriter<NIOLockExclusion>.self),
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

  /// Makes the suite's line for a primitive at which threads meet.
  ///
  /// A primitive that the headline tier leaves out gets, in every later tier that measures it, the
  /// same values as a headline primitive, so that it can be compared over a whole axis.
  @inline(__always)
  private static func meeting<Meeting: Rendezvous & ~Copyable>(
    _ name: String, _ summary: String, _ tier: Tier = .headline, meeting: Meeting.Type
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary, tier, sweepsAtOnce: tier > .headline) {
      rendezvousProgram($0, meeting)
    }
  }

  /// The suite, with `locks` of other packages; a lock that guards no data is left out.
  package static func suite(adding locks: [CounterEntry] = []) -> Suite {
    Suite(
      name: "barrier", summary: "throughput where reads may run together and writes may not",
      columns: columns,
      workloads: [
        readMixWorkload("read-mix", readerWriters.map(\.readMix) + locks.compactMap(\.readMix)),
        // In a separate workload, the control has one case instead of a case for each share of
        // reads.
        readMixWorkload("read-mix-control", [negativeControl.readMix], isControl: true),
        .shared(
          "one-writer",
          "one read of a pair of words by a reader, or one write by the only writer",
          tier: .standard, axes: [.severalThreads, .mixInside], launchLimit: 8,
          askedAxes: [.askedOutside], readerWriters.compactMap(\.oneWriter)),
        waitsWorkload(
          "writer-waits", "one write by the only writer, its wait timed; or one read by a reader",
          tier: .standard, readerWriters.compactMap(\.writerWaits)),
        waitsWorkload(
          "reader-waits", "one read by a reader, its wait timed; or one write by the only writer",
          tier: .thorough, readerWriters.compactMap(\.readerWaits)),
        .shared(
          "rendezvous", "one episode: every thread arrives, then all leave",
          axes: [.severalThreads], launchLimit: 10, role: .handsOver, rendezvous),
      ], presets: BarrierPresets.all, usualChoices: usualLocks,
      questions: [
        SuiteQuestion(
          "mostly reads: a reader-writer lock, or a plain one?", "barrier --workload read-mix")
      ])
  }

  private static func readMixWorkload(
    _ name: String, _ primitives: [MeasuredPrimitive], isControl: Bool = false
  ) -> Workload {
    .shared(
      name, "one read of a pair of words, or one write of both",
      axes: isControl
        ? [.twoThreads, .mixHalfReads, .mixNoWork] : [.severalThreadsFirst, .mixReads, .mixInside],
      launchLimit: isControl ? 5 : 8, role: isControl ? nil : .sharesData,
      askedAxes: isControl ? [] : [.askedOutside], primitives)
  }

  private static func waitsWorkload(
    _ name: String, _ operation: String, tier: Tier, _ primitives: [MeasuredPrimitive]
  ) -> Workload {
    .shared(
      name, operation, tier: tier, axes: [.mixWaitThreads, .mixWaitInside, .mixWaitOutside],
      sampling: {
        // A starved thread waits until the end of its trial, so only a longer trial can tell
        // starvation from a long wait.
        Sampling(
          warmups: 1, trials: min($0.trials, 3),
          trialNanoseconds: max($0.trialNanoseconds, 10_000_000))
      }, launchLimit: 8, primitives)
  }

  private static let timed = ["writer-waits", "reader-waits"]
  private static let mixed = ["read-mix", "one-writer"] + timed

  /// The metrics.
  ///
  /// Metrics of the workloads that time single operations come first, because a ranking takes the
  /// first metric of a workload.
  static let columns: [MetricColumn] =
    .percentiles("wait", [99, 50, 90, 99.9, 100], in: timed) + [
      MetricColumn(
        "starved_share", .lowerIsBetter, .observation("starved-share"), workloads: timed
      ).besideTheRanking(),
      MetricColumn("stamp_ns", .neutral, .observation("stamp_ns"), workloads: timed),
    ] + costs.prefix(2) + [
      MetricColumn(
        "reads_per_s", .higherIsBetter, .observationPerSecond("reads"), workloads: mixed),
      MetricColumn(
        "writes_per_s", .higherIsBetter, .observationPerSecond("writes"), workloads: mixed),
      MetricColumn("write_share", .neutral, .observation("write-share"), workloads: ["one-writer"]),
    ] + costs.dropFirst(2) + [
      MetricColumn("fairness", .higherIsBetter, .fairness, workloads: ["read-mix"])
    ]

  private static let costs = [MetricColumn].costs()
}

extension Axis {
  /// The share of reads in thousandths.
  ///
  /// In the standard tier one thread has no mixed shares, because the cost of a mix follows from
  /// the costs of reads and of writes.
  static let mixReads = Axis("read-permille", .permille) { tier, _, earlier in
    switch tier {
    case .headline: [0, 900, 1000]
    case .standard where earlier["threads"] == 1: [0, 1000]
    case .standard, .thorough: [0, 500, 900, 990, 999, 1000]
    }
  }

  /// As many reads as writes, in every tier.
  static let mixHalfReads = Axis("read-permille", .permille, [500])

  /// Busy work in a read and in a write, in ns.
  ///
  /// The standard tier has work only for two threads, and for more if each has a CPU of its own.
  /// A section of 10 ns is shorter than the time to enter a reader-writer lock, so a plain lock may
  /// be faster.
  static let mixInside = Axis("inside", .nanoseconds) { tier, cpus, earlier in
    let threads = earlier["threads"] ?? 1
    return switch tier {
    case .headline: [0]
    case .standard: threads > 1 && threads <= max(2, cpus) ? [0, 10, 1000] : [0]
    case .thorough: [0, 10, 100, 1000, 10_000]
    }
  }

  /// No busy work in any tier.
  static let mixNoWork = Axis("inside", .nanoseconds, [0])

  /// Thread counts of the workloads with timed waits: two, the number of CPUs, and more than the
  /// CPUs; in the thorough tier all counts above 1.
  ///
  /// With three threads or more, readers can run together.
  static let mixWaitThreads = Axis("threads", .threads) { tier, cpus, earlier in
    let several = severalThreads.values(max(tier, .standard), cpus, earlier)
    guard tier < .thorough else { return several }
    return Set([2, max(2, cpus)] + [several.max() ?? 2]).sorted()
  }

  /// Busy work in a read and in a write of the workloads with timed waits, in ns.
  static let mixWaitInside = Axis(
    "inside", .nanoseconds, [0, 1000], thorough: [0, 100, 1000, 10_000])

  /// Busy work between timed operations, in ns.
  ///
  /// There is no work between operations that are not timed.
  static let mixWaitOutside = Axis(
    "outside", .nanoseconds, [1000], thorough: [0, 1000, 10_000])
}
