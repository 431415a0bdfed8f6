public import BenchmarkModel
public import BenchmarkRunner
public import SyncPrimitives
public import SyncWorkloads

/// What the timed workloads keep for the length of an invocation: the primitive, what it guards, and
/// each thread's record.
@usableFromInline
final class TimedExclusion<Exclusion: MutualExclusion & ~Copyable>: Sendable {
  @usableFromInline let exclusion: Exclusion
  @usableFromInline let section: CacheAligned<TimedSection>
  @usableFromInline let times: TimedTrials

  @usableFromInline
  init(threads: Int) {
    exclusion = Exclusion()
    section = CacheAligned(TimedSection())
    times = TimedTrials(threads: threads)
  }
}

/// The times of an invocation: the clock, the records, and their check.
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

  /// The record of a thread, told whether its trial counts.
  @usableFromInline
  func record(of thread: TrialThread) -> UnsafeMutablePointer<TickRecord> {
    let record = records.threads[thread.index]
    record.pointee.isMeasured = thread.isMeasured
    return record
  }

  /// Holds the counter and the records against the operations.
  @usableFromInline
  func conclude(_ operations: [UInt64], total: UInt64) -> TrialConclusion {
    var conclusion = counter.conclude(operations, total: total)
    add(to: &conclusion, timed: operations)
    return conclusion
  }

  /// Holds the records against the operations that each thread timed, and adds what a stamp costs.
  @usableFromInline
  func add(to conclusion: inout TrialConclusion, timed operations: [UInt64]) {
    let fault = records.conclude(operations)
    conclusion.violation = conclusion.violation ?? fault
    let stamp = calibration.tickLength().nanoseconds * Double(leastDifference)
    conclusion.observations.append(("stamp_ns", stamp))
  }

  /// What was recorded, as rows.
  @usableFromInline
  func rows() -> [LatencyRow] {
    records.values(calibration.tickLength()).map {
      LatencyRow(valueNanoseconds: $0.nanoseconds, count: $0.count)
    }
  }

  /// Each thread's longest time in ns.
  @usableFromInline
  func longest() -> [UInt64] { records.longest(calibration.tickLength()) }
}

/// The program of threads whose every acquisition is timed.
@inlinable @inline(__always)
public func waitsProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let box = TimedExclusion<Exclusion>(threads: context.value("threads", default: 1))
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return timedProgram(box, timesWaits: true) { thread in
    waitsLoop(
      box.exclusion, guarding: box.section.pointer, clock: box.times.clock,
      into: box.times.record(of: thread), until: thread.stop, insideSteps: inside,
      outsideSteps: outside)
  }
}

/// The program of threads that time how long the lock lay idle while they wanted it.
@inlinable @inline(__always)
public func idleProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let box = TimedExclusion<Exclusion>(threads: context.value("threads", default: 2))
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return timedProgram(box, timesWaits: false) { thread in
    idleLoop(
      box.exclusion, guarding: box.section.pointer, clock: box.times.clock,
      into: box.times.record(of: thread), until: thread.stop, insideSteps: inside,
      outsideSteps: outside)
  }
}

/// A program with a loop of its own and the check and rows of every timed one.
@usableFromInline
func timedProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ box: TimedExclusion<Exclusion>, timesWaits: Bool,
  run: @escaping @Sendable (TrialThread) -> UInt64
) -> TrialProgram {
  TrialProgram(threadCount: box.times.records.threads.count, run: run) { operations in
    box.times.conclude(operations, total: box.section.pointer.pointee.counter)
  } latencies: {
    box.times.rows()
  } longestWaits: {
    timesWaits ? box.times.longest() : []
  }
}
