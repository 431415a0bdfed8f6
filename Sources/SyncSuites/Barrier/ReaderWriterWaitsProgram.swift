import BenchmarkRunner
import SyncPrimitives

/// What a case of timed readers or writers keeps beside the primitive: the times, the tallies and their
/// checks.
final class TimedReadMix: @unchecked Sendable {
  let times: TimedTrials
  let check = ReadMixCheck()
  private let entries: [UnsafeMutablePointer<SectionEntry>]
  /// The largest share of a trial that any thread was kept out, until the trial's end.
  private let starved = MutexProtected<Double>(0)
  /// Which threads are timed.
  private let timed: Range<Int>

  /// How many threads there are.
  let threads: Int

  /// The busy work between two operations that are timed.
  let outside: UInt64

  /// - Parameter timed: Which of so many threads are timed.
  init(_ context: CaseContext, timed: (_ threads: Int) -> Range<Int>) {
    threads = context.value("threads", default: 2)
    outside = context.workSteps("outside")
    times = TimedTrials(threads: threads)
    entries = (0..<threads).map { _ in .makeAligned(SectionEntry()) }
    self.timed = timed(threads)
  }

  deinit { for entry in entries { entry.freeAligned() } }

  /// Whether a thread is the last of several: the writer beside readers that are timed.
  func isLast(_ thread: TrialThread) -> Bool { thread.index > 0 && thread.index == threads - 1 }

  /// The section of a thread whose operations are timed.
  func stamped(_ section: PairSection, by thread: TrialThread) -> StampedSection<PairSection> {
    StampedSection(
      section: section, clock: times.clock, entry: entries[thread.index], stop: thread.stop)
  }

  /// Adds what a timed thread did; its operations.
  func add(_ waits: ReaderWriterWaits) -> UInt64 {
    starved.withLock { $0 = max($0, waits.starvedShare) }
    return check.add(waits.mix)
  }

  /// Checks the pair and the records of a trial.
  func conclude(_ operations: [UInt64], _ outcome: PairOutcome) -> TrialConclusion {
    var conclusion = check.conclude(outcome)
    let share = starved.take(leaving: 0)
    conclusion.observations.append(("starved-share", share))
    times.add(
      to: &conclusion,
      timed: operations.enumerated().map { timed.contains($0.offset) ? $0.element : 0 })
    return conclusion
  }

  /// Each timed thread's longest wait in ns; the threads from 0 on are timed.
  func longest() -> [UInt64] { Array(times.longest().prefix(timed.count)) }
}

/// A program of threads of which some are timed, with the check and the rows of all such.
func timedMixProgram(
  _ trials: TimedReadMix, outcome: @escaping @Sendable () -> PairOutcome,
  run: @escaping @Sendable (TrialThread) -> UInt64
) -> TrialProgram {
  TrialProgram(threadCount: trials.threads, run: run) { operations in
    trials.conclude(operations, outcome())
  } latencies: {
    trials.times.rows()
  } longestWaits: {
    trials.longest()
  }
}

/// The program of one thread that writes, each wait timed, while others read until they are stopped.
@inline(__always)
func writerWaitsProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let trials = TimedReadMix(context) { _ in 0..<1 }
  let box = ReadMixBox<Exclusion>(
    threads: trials.threads, workSteps: context.workSteps("inside"))
  return timedMixProgram(trials, outcome: { box.takeOutcome() }) { thread in
    if thread.index > 0 {
      return trials.check.add(
        readMixLoop(
          box.exclusion, on: box.section(of: thread), until: thread.stop, readPermille: 1000,
          seed: 1))
    }
    return trials.add(
      writerWaitsLoop(
        box.exclusion, on: trials.stamped(box.section(of: thread), by: thread),
        into: trials.times.record(of: thread), until: thread.stop, outsideSteps: trials.outside))
  }
}

/// The program of threads that read, each wait timed, while the last one writes until it is stopped.
@inline(__always)
func readerWaitsProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let trials = TimedReadMix(context) { 0..<max(1, $0 - 1) }
  let box = ReadMixBox<Exclusion>(
    threads: trials.threads, workSteps: context.workSteps("inside"))
  return timedMixProgram(trials, outcome: { box.takeOutcome() }) { thread in
    if trials.isLast(thread) {
      return trials.check.add(
        readMixLoop(
          box.exclusion, on: box.section(of: thread), until: thread.stop, readPermille: 0, seed: 1))
    }
    return trials.add(
      readerWaitsLoop(
        box.exclusion, on: trials.stamped(box.section(of: thread), by: thread),
        into: trials.times.record(of: thread), until: thread.stop, outsideSteps: trials.outside))
  }
}
