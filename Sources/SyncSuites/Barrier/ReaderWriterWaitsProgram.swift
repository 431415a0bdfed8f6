import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// When a thread's section was entered.
struct SectionEntry: BitwiseCopyable, Sendable {
  var stamp: UInt64 = 0
  /// Whether the flag that ends the trial had been raised by then.
  var isPastEnd = false
}

/// A section that first notes when it was entered, for one thread.
///
/// Where a primitive enters it more than once for one operation, the last time stands: a sequence lock's
/// read that was not in vain, the second of left-right's copies.
struct StampedSection<Section: GuardedSection>: GuardedSection, @unchecked Sendable {
  let section: Section
  let clock: TickClock
  let entry: UnsafeMutablePointer<SectionEntry>
  let stop: UnsafePointer<UInt32>

  @inline(__always)
  func enter() {
    entry.pointee.stamp = clock.now()
    entry.pointee.isPastEnd = sync_flag_read(stop) != 0
  }

  /// Notes, and reads.
  @inline(__always)
  func read() -> Bool {
    enter()
    return section.read()
  }

  /// Notes, and writes.
  @inline(__always)
  func write() {
    enter()
    section.write()
  }

  /// Notes, and reads with relaxed atomics.
  @inline(__always)
  func readRelaxed() -> Bool {
    enter()
    return section.readRelaxed()
  }

  /// Notes, and writes with relaxed atomics.
  @inline(__always)
  func writeRelaxed() {
    enter()
    section.writeRelaxed()
  }

  /// The same for a copy of the data.
  @inline(__always)
  func copy(_ index: Int) -> StampedSection {
    StampedSection(section: section.copy(index), clock: clock, entry: entry, stop: stop)
  }

  /// The data of the section within.
  var data: UnsafeMutableRawBufferPointer { section.data }

  /// The same for data at another place.
  @inline(__always)
  func moved(to data: UnsafeMutableRawPointer) -> StampedSection {
    StampedSection(section: section.moved(to: data), clock: clock, entry: entry, stop: stop)
  }
}

/// What one thread did whose operations were timed.
struct ReaderWriterWaits: Sendable {
  /// The operations.
  var mix = ReadMixTally()
  /// From its start to its last entry, in ticks.
  var ticks: UInt64 = 0
  /// The wait that ended only after the end of the trial, in ticks: there is one at most, the last.
  var ticksPastEnd: UInt64 = 0

  /// The part of its time in which the thread waited for an entry that it got only when the others had been
  /// stopped: near 0 where it is served, near 1 where it is kept out.
  var starvedShare: Double { ticks > 0 ? Double(ticksPastEnd) / Double(ticks) : 0 }

  @inline(__always)
  mutating func note(_ entry: SectionEntry, from arrival: UInt64, since start: UInt64) {
    ticks = entry.stamp &- start
    if entry.isPastEnd { ticksPastEnd = entry.stamp &- arrival }
  }
}

/// Writes by one thread until the flag is raised, each wait timed, with work between them.
///
/// A wait is from before the call to the first instruction of the section. A write that is kept out until
/// the flag stops the readers is done then, and its wait counts like any other, as long as it was.
@inline(never)
func writerWaitsLoop<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, on section: StampedSection<PairSection>,
  into record: UnsafeMutablePointer<TickRecord>, until stop: UnsafePointer<UInt32>,
  outsideSteps: UInt64
) -> ReaderWriterWaits {
  sync_align_code()
  var waits = ReaderWriterWaits()
  let start = section.clock.now()
  while sync_flag_read(stop) == 0 {
    let arrival = section.clock.now()
    exclusion.write(section)
    let entry = section.entry.pointee
    record.pointee.record(from: arrival, to: entry.stamp)
    waits.note(entry, from: arrival, since: start)
    waits.mix.writes &+= 1
    if outsideSteps > 0 { _ = sync_work(outsideSteps) }
  }
  return waits
}

/// Reads by one of several threads until the flag is raised, each wait timed, with work between them.
///
/// As ``writerWaitsLoop(_:on:into:until:outsideSteps:)`` has it for a writer.
@inline(never)
func readerWaitsLoop<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, on section: StampedSection<PairSection>,
  into record: UnsafeMutablePointer<TickRecord>, until stop: UnsafePointer<UInt32>,
  outsideSteps: UInt64
) -> ReaderWriterWaits {
  sync_align_code()
  var waits = ReaderWriterWaits()
  let start = section.clock.now()
  while sync_flag_read(stop) == 0 {
    let arrival = section.clock.now()
    waits.mix.noteRead(isWhole: exclusion.read(section))
    let entry = section.entry.pointee
    record.pointee.record(from: arrival, to: entry.stamp)
    waits.note(entry, from: arrival, since: start)
    if outsideSteps > 0 { _ = sync_work(outsideSteps) }
  }
  return waits
}

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
