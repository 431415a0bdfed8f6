import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// The entry of a thread into a section.
struct SectionEntry: BitwiseCopyable, Sendable {
  var stamp: UInt64 = 0
  /// Whether the flag that ends the trial was raised at the entry.
  var isPastEnd = false
}

/// The section of one thread, which first notes the time of the entry.
///
/// If a primitive enters the section more than once for one operation, the last entry counts. For a
/// read of a sequence lock this is the try that succeeded, for a write of left-right the write to
/// the second copy.
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

  /// Notes the entry, and reads.
  @inline(__always)
  func read() -> Bool {
    enter()
    return section.read()
  }

  /// Notes the entry, and writes.
  @inline(__always)
  func write() {
    enter()
    section.write()
  }

  /// Notes the entry, and reads with relaxed atomics.
  @inline(__always)
  func readRelaxed() -> Bool {
    enter()
    return section.readRelaxed()
  }

  /// Notes the entry, and writes with relaxed atomics.
  @inline(__always)
  func writeRelaxed() {
    enter()
    section.writeRelaxed()
  }

  /// The stamped section of a copy of the data.
  @inline(__always)
  func copy(_ index: Int) -> StampedSection {
    StampedSection(section: section.copy(index), clock: clock, entry: entry, stop: stop)
  }

  /// The data of the wrapped section.
  var data: UnsafeMutableRawBufferPointer { section.data }

  /// The stamped section of data at another address.
  @inline(__always)
  func moved(to data: UnsafeMutableRawPointer) -> StampedSection {
    StampedSection(section: section.moved(to: data), clock: clock, entry: entry, stop: stop)
  }
}

/// The operations and the waits of one thread whose operations are timed.
struct ReaderWriterWaits: Sendable {
  /// The operations.
  var mix = ReadMixTally()
  /// The time from the thread's start to its last entry, in ticks.
  var ticks: UInt64 = 0
  /// The wait that ended only after the end of the trial, in ticks; only a thread's last wait can
  /// end so late.
  var ticksPastEnd: UInt64 = 0

  /// The share of the thread's time that went into the wait that ended only after the end of the
  /// trial.
  ///
  /// The share is near 0 if the thread is served, and near 1 if it is starved.
  var starvedShare: Double { ticks > 0 ? Double(ticksPastEnd) / Double(ticks) : 0 }

  @inline(__always)
  mutating func note(_ entry: SectionEntry, from arrival: UInt64, since start: UInt64) {
    ticks = entry.stamp &- start
    if entry.isPastEnd { ticksPastEnd = entry.stamp &- arrival }
  }
}

/// Runs the writes of one thread until `stop` is raised, times each wait, and works between
/// writes.
///
/// A wait lasts from before the call to the first instruction of the section. If a write is kept
/// out until `stop` ends the readers, the write is done then, and its whole wait counts.
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

/// Runs the reads of one of several threads until `stop` is raised, times each wait, and works
/// between reads.
///
/// Waits are timed as in ``writerWaitsLoop(_:on:into:until:outsideSteps:)``.
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

/// Whose operations are timed in a mix of one writer and readers.
enum TimedSide: Sendable {
  /// Thread 0 writes, and its writes are timed; the other threads read.
  case writer
  /// The last of several threads writes; the other threads read, and their reads are timed.
  case readers
}

/// The times, the tallies and the checks of a case whose writer or readers are timed.
final class TimedReadMix: @unchecked Sendable {
  let times: TimedTrials
  let check = ReadMixCheck()
  private let entries: [UnsafeMutablePointer<SectionEntry>]
  /// The largest `starvedShare` of the trial's threads.
  private let starved = MutexProtected<Double>(0)
  /// The numbers of the threads that are timed, from 0 on.
  private let timed: Range<Int>

  /// The number of threads.
  let threads: Int

  /// The busy work between two operations that are timed, in steps.
  let outside: UInt64

  /// The share of reads of the threads that are not timed, in thousandths.
  let readPermilleOfOthers: UInt64

  init(_ context: CaseContext, timing side: TimedSide) {
    threads = context.value("threads", default: 2)
    outside = context.workSteps("outside")
    times = TimedTrials(threads: threads)
    entries = (0..<threads).map { _ in .makeAligned(SectionEntry()) }
    timed = 0..<(side == .writer ? 1 : max(1, threads - 1))
    readPermilleOfOthers = side == .writer ? 1000 : 0
  }

  deinit { for entry in entries { entry.freeAligned() } }

  /// The section of a thread whose operations are timed.
  func stamped(_ section: PairSection, by thread: TrialThread) -> StampedSection<PairSection> {
    StampedSection(
      section: section, clock: times.clock, entry: entries[thread.index], stop: thread.stop)
  }

  /// The program of all threads.
  ///
  /// - Parameters:
  ///   - outcome: Takes the state of the guarded pair of words when the threads have stopped.
  ///   - others: Runs the operations of a thread that is not timed.
  ///   - timed: Runs the operations of a thread that is timed.
  func program(
    outcome: @escaping @Sendable () -> PairOutcome,
    others: @escaping @Sendable (TrialThread) -> ReadMixTally,
    timed: @escaping @Sendable (TrialThread) -> ReaderWriterWaits
  ) -> TrialProgram {
    TrialProgram(threadCount: threads) { thread in
      guard self.timed.contains(thread.index) else { return self.check.add(others(thread)) }
      let waits = timed(thread)
      self.starved.withLock { $0 = max($0, waits.starvedShare) }
      return self.check.add(waits.mix)
    } conclude: { operations in
      self.conclude(operations, outcome())
    } latencies: {
      self.times.rows()
    } longestWaits: {
      Array(self.times.longest().prefix(self.timed.count))
    }
  }

  /// Checks the pair and the records of a trial.
  private func conclude(_ operations: [UInt64], _ outcome: PairOutcome) -> TrialConclusion {
    var conclusion = check.conclude(outcome)
    let share = starved.take(leaving: 0)
    conclusion.observations.append(("starved-share", share))
    times.add(
      to: &conclusion,
      timed: operations.enumerated().map { timed.contains($0.offset) ? $0.element : 0 })
    return conclusion
  }
}

/// The program of threads that read and write until they are stopped, with each wait of the writer
/// or of the readers timed.
@inline(__always)
func readerWriterWaitsProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type, timing side: TimedSide
) -> TrialProgram {
  let trials = TimedReadMix(context, timing: side)
  let box = ReadMixBox<Exclusion>(
    threads: trials.threads, workSteps: context.workSteps("inside"))
  return trials.program {
    box.takeOutcome()
  } others: { thread in
    readMixLoop(
      box.exclusion, on: box.section(of: thread), until: thread.stop,
      readPermille: trials.readPermilleOfOthers, seed: 1, outsideSteps: 0)
  } timed: { thread in
    let section = trials.stamped(box.section(of: thread), by: thread)
    let record = trials.times.record(of: thread)
    return switch side {
    case .writer:
      writerWaitsLoop(
        box.exclusion, on: section, into: record, until: thread.stop, outsideSteps: trials.outside)
    case .readers:
      readerWaitsLoop(
        box.exclusion, on: section, into: record, until: thread.stop, outsideSteps: trials.outside)
    }
  }
}
