public import BenchmarkRunner
public import SyncPrimitives
public import SyncWorkloads

/// What a case of timed readers or writers keeps beside the primitive: the times, the tallies and their
/// checks.
@usableFromInline
final class TimedReadMix: Sendable {
  @usableFromInline let times: TimedTrials
  @usableFromInline let check = ReadMixCheck()
  private let entries: [EntryCell]
  /// The largest share of a trial that any thread was kept out, until the trial's end.
  private let starved = MutexProtected<Double>(0)
  /// Which threads are timed.
  private let timed: Range<Int>

  /// A thread's entry, on cache lines of its own.
  private final class EntryCell: Sendable {
    let entry = CacheAligned(SectionEntry())
  }

  @usableFromInline
  init(threads: Int, timed: Range<Int>) {
    times = TimedTrials(threads: threads)
    entries = (0..<threads).map { _ in EntryCell() }
    self.timed = timed
  }

  /// The section of a thread whose operations are timed.
  @usableFromInline
  func stamped(_ section: PairSection, by thread: TrialThread) -> StampedSection<PairSection> {
    StampedSection(
      section, clock: times.clock, notingAt: entries[thread.index].entry.pointer,
      until: thread.stop)
  }

  /// Adds what a timed thread did; its operations.
  @usableFromInline
  func add(_ waits: ReaderWriterWaits) -> UInt64 {
    starved.withLock { $0 = max($0, waits.starvedShare) }
    return check.add(waits.mix)
  }

  /// Checks the pair and the records of a trial.
  @usableFromInline
  func conclude(_ operations: [UInt64], _ outcome: PairOutcome) -> TrialConclusion {
    var conclusion = check.conclude(outcome)
    let share = starved.withLock { share in
      defer { share = 0 }
      return share
    }
    conclusion.observations.append(("starved-share", share))
    times.add(
      to: &conclusion,
      timed: operations.enumerated().map { timed.contains($0.offset) ? $0.element : 0 })
    return conclusion
  }

  /// Each timed thread's longest wait in ns; the threads from 0 on are timed.
  @usableFromInline
  func longest() -> [UInt64] { Array(times.longest().prefix(timed.count)) }
}

/// The program of one thread that writes, each wait timed, while others read until they are stopped.
@inlinable @inline(__always)
public func writerWaitsProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let threads = context.value("threads", default: 2)
  let box = ReadMixBox<Exclusion>(threads: threads, workSteps: context.workSteps("inside"))
  let trials = TimedReadMix(threads: threads, timed: 0..<1)
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: threads) { thread in
    if thread.index > 0 {
      return trials.check.add(
        readMixLoop(
          box.exclusion, on: box.section(of: thread), until: thread.stop, readPermille: 1000,
          seed: 1))
    }
    return trials.add(
      writerWaitsLoop(
        box.exclusion, on: trials.stamped(box.section(of: thread), by: thread),
        into: trials.times.record(of: thread), until: thread.stop, outsideSteps: outside))
  } conclude: { operations in
    trials.conclude(operations, box.takeOutcome())
  } latencies: {
    trials.times.rows()
  } longestWaits: {
    trials.longest()
  }
}

/// The program of threads that read, each wait timed, while the last one writes until it is stopped.
@inlinable @inline(__always)
public func readerWaitsProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let threads = context.value("threads", default: 2)
  let box = ReadMixBox<Exclusion>(threads: threads, workSteps: context.workSteps("inside"))
  let trials = TimedReadMix(threads: threads, timed: 0..<max(1, threads - 1))
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: threads) { thread in
    if thread.index > 0, thread.index == threads - 1 {
      return trials.check.add(
        readMixLoop(
          box.exclusion, on: box.section(of: thread), until: thread.stop, readPermille: 0, seed: 1))
    }
    return trials.add(
      readerWaitsLoop(
        box.exclusion, on: trials.stamped(box.section(of: thread), by: thread),
        into: trials.times.record(of: thread), until: thread.stop, outsideSteps: outside))
  } conclude: { operations in
    trials.conclude(operations, box.takeOutcome())
  } latencies: {
    trials.times.rows()
  } longestWaits: {
    trials.longest()
  }
}
