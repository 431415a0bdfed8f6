public import BenchmarkModel
public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives

/// The data that the lock of a timed workload guards: a counter, and the end of the last section.
public struct TimedSection: Sendable {
  /// The counter, to which every section adds one.
  @usableFromInline var counter: UInt64 = 0
  /// The stamp at the end of the last section; 0 before the first.
  @usableFromInline var end: UInt64 = 0

  /// Makes the data before the first section.
  @inlinable public init() {}
}

/// Increments the counter as one of several threads until `stop` is raised, timing each wait.
///
/// Returns the number of increments.
///
/// A wait lasts from before the acquisition to the first instruction of the section. The recording
/// follows the release, because the cache misses of a histogram are no part of a section. If
/// `record` is nil, the stamps are still taken, so the loop saves only the cost of recording.
@inlinable @inline(never)
public func waitsLoop<Exclusion: MutualExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, guarding section: UnsafeMutablePointer<TimedSection>,
  clock: TickClock, into record: UnsafeMutablePointer<TickRecord>?,
  until stop: UnsafePointer<UInt32>,
  insideSteps: UInt64, outsideSteps: UInt64
) -> UInt64 {
  sync_align_code()
  var state = exclusion.makeThreadState()
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    var entry: UInt64 = 0
    let arrival = clock.now()
    exclusion.exclusively(&state) {
      entry = clock.now()
      incrementGuarded(counter(of: section), workSteps: insideSteps)
    }
    if let record { record.pointee.record(from: arrival, to: entry) }
    if outsideSteps > 0 { _ = sync_work(outsideSteps) }
    done &+= 1
  }
  exclusion.endThreadState(state)
  return done
}

/// Increments like ``waitsLoop``, but times how long the lock was free while this thread wanted it.
///
/// The time runs from the thread's arrival, or from the end of the previous section if that came
/// later, to the thread's entry.
///
/// The loop is separate, because the third stamp, at the end of the section, makes the section
/// longer. Source: Skarupke (2019), "longest idle".
@inlinable @inline(never)
func idleLoop<Exclusion: MutualExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, guarding section: UnsafeMutablePointer<TimedSection>,
  clock: TickClock, into record: UnsafeMutablePointer<TickRecord>?,
  until stop: UnsafePointer<UInt32>,
  insideSteps: UInt64, outsideSteps: UInt64
) -> UInt64 {
  sync_align_code()
  var state = exclusion.makeThreadState()
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    var entry: UInt64 = 0
    var lastEnd: UInt64 = 0
    let arrival = clock.now()
    exclusion.exclusively(&state) {
      entry = clock.now()
      lastEnd = section.pointee.end
      incrementGuarded(counter(of: section), workSteps: insideSteps)
      section.pointee.end = clock.now()
    }
    if let record { record.pointee.record(from: max(arrival, lastEnd), to: entry) }
    if outsideSteps > 0 { _ = sync_work(outsideSteps) }
    done &+= 1
  }
  exclusion.endThreadState(state)
  return done
}

/// The counter of a section: its first field.
@inlinable @inline(__always)
func counter(of section: UnsafeMutablePointer<TimedSection>) -> UnsafeMutablePointer<UInt64> {
  UnsafeMutableRawPointer(section).assumingMemoryBound(to: UInt64.self)
}

/// The times of a launch: the clock, the records, and their check.
@usableFromInline
final class TimedTrials: Sendable {
  @usableFromInline let clock: TickClock
  @usableFromInline let records: TickRecords
  private let calibration: TickCalibration
  private let leastDifference: UInt64
  private let counter = CounterCheck()

  @usableFromInline
  init(threads: Int, clock: TickClock = .ofThisMachine()) {
    self.clock = clock
    records = TickRecords(threads: threads)
    calibration = TickCalibration(clock)
    leastDifference = clock.leastDifference()
  }

  /// Notes in a thread's record whether the trial is measured (a warm-up is not), and returns the
  /// record.
  @usableFromInline
  func record(of thread: TrialThread) -> UnsafeMutablePointer<TickRecord> {
    let record = records.threads[thread.index]
    record.pointee.isMeasured = thread.isMeasured
    return record
  }

  /// Compares the counter and the records with the operations.
  @usableFromInline
  func conclude(_ operations: [UInt64], total: UInt64) -> TrialConclusion {
    var conclusion = counter.conclude(operations, total: total)
    add(to: &conclusion, timed: operations)
    return conclusion
  }

  /// Compares the records with the operations that each thread timed, and adds the cost of a stamp.
  @usableFromInline
  func add(to conclusion: inout TrialConclusion, timed operations: [UInt64]) {
    let fault = records.conclude(operations)
    conclusion.violation = conclusion.violation ?? fault
    let stamp = calibration.tickLength().nanoseconds * Double(leastDifference)
    conclusion.observations.append(("stamp_ns", stamp))
  }

  /// The recorded times, as rows.
  @usableFromInline
  func rows() -> [LatencyRow] {
    latencyRows(records.values(calibration.tickLength()))
  }

  /// Each thread's longest time in ns.
  @usableFromInline func longest() -> [UInt64] { records.longest(calibration.tickLength()) }
}

/// The program of threads that time every acquisition.
@inlinable @inline(__always)
func waitsProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let exclusion = Exclusion()
  let section = CacheAligned(TimedSection())
  let times = TimedTrials(threads: context.value("threads", default: 1))
  let (inside, outside) = (context.workSteps("inside"), context.workSteps("outside"))
  return TrialProgram(threadCount: times.records.threads.count) { thread in
    waitsLoop(
      exclusion, guarding: section.pointer, clock: times.clock, into: times.record(of: thread),
      until: thread.stop, insideSteps: inside, outsideSteps: outside)
  } conclude: { operations in
    times.conclude(operations, total: section.pointer.pointee.counter)
  } latencies: {
    times.rows()
  } longestWaits: {
    times.longest()
  }
}

/// The program of threads that time how long the lock is free while they want it.
@inlinable @inline(__always)
func idleProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let exclusion = Exclusion()
  let section = CacheAligned(TimedSection())
  let times = TimedTrials(threads: context.value("threads", default: 2))
  let (inside, outside) = (context.workSteps("inside"), context.workSteps("outside"))
  return TrialProgram(threadCount: times.records.threads.count) { thread in
    idleLoop(
      exclusion, guarding: section.pointer, clock: times.clock, into: times.record(of: thread),
      until: thread.stop, insideSteps: inside, outsideSteps: outside)
  } conclude: { operations in
    times.conclude(operations, total: section.pointer.pointee.counter)
  } latencies: {
    times.rows()
  }
}
