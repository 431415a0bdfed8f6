public import BenchmarkModel
public import BenchmarkRunner
public import SyncPrimitives

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
    latencyRows(records.values(calibration.tickLength()))
  }

  /// Each thread's longest time in ns.
  @usableFromInline func longest() -> [UInt64] { records.longest(calibration.tickLength()) }
}

/// The program of threads whose every acquisition is timed.
@inlinable @inline(__always)
public func waitsProgram<Exclusion: MutualExclusion & ~Copyable>(
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

/// The program of threads that time how long the lock lay idle while they wanted it.
@inlinable @inline(__always)
public func idleProgram<Exclusion: MutualExclusion & ~Copyable>(
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

/// The rounds of an invocation: their times and their check.
@usableFromInline
final class Bursts: Sendable {
  @usableFromInline let rounds: BurstRounds
  private let tick: TickLength
  private let records = TickRecords(threads: 1)
  private let counter = CounterCheck()

  @usableFromInline
  init(_ context: CaseContext) {
    let clock = TickClock.ofThisMachine()
    let threads = context.value("threads", default: 2)
    // Below a microsecond there is no gap to speak of, and no bound on the rounds of a trial.
    let gap = UInt64(max(1000, context.value("gap", default: 50_000)))
    tick = TickCalibration(clock).tickLength()
    rounds = BurstRounds(
      parties: threads, clock: clock, gapTicks: tick.ticks(of: gap),
      trialTicks: tick.ticks(of: context.trialNanoseconds),
      capacity: Int(min(100_000, context.trialNanoseconds / gap + 1)),
      yields: threads > max(1, allowedCPUs().count))
  }

  /// Tells the record whether the trial counts; by one thread of it.
  @usableFromInline
  func begin(_ thread: TrialThread) {
    if thread.index == 0 { records.threads[0].pointee.isMeasured = thread.isMeasured }
  }

  /// Records the trial's rounds, and holds the counter and the records against them.
  @usableFromInline
  func conclude(_ operations: [UInt64], total: UInt64) -> TrialConclusion {
    var conclusion = counter.conclude(operations, total: total)
    let count = operations.min() ?? 0
    let tally = rounds.conclude(
      rounds: count, into: records.threads[0], microsecond: tick.ticks(of: 1000))
    let fault = records.conclude([count])
    let isUneven = operations.contains { $0 != count }
    conclusion.violation =
      conclusion.violation ?? (isUneven ? "threads saw different rounds" : fault)
    let late = 100 * Double(tally.late) / Double(max(1, count))
    conclusion.observations = [("late_rounds_percent", late)]
    rounds.reset()
    return conclusion
  }

  /// What was recorded, as rows.
  @usableFromInline
  func rows() -> [LatencyRow] {
    latencyRows(records.values(tick))
  }
}

/// The program of threads that all acquire at once, after a gap in which none does.
@inlinable @inline(__always)
public func burstProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let exclusion = Exclusion()
  let section = CacheAligned(TimedSection())
  let bursts = Bursts(context)
  let inside = context.workSteps("inside")
  return TrialProgram(threadCount: context.value("threads", default: 2)) { thread in
    bursts.begin(thread)
    return burstLoop(
      exclusion, guarding: section.pointer, rounds: bursts.rounds,
      thread: thread.index, insideSteps: inside)
  } conclude: { operations in
    bursts.conclude(operations, total: section.pointer.pointee.counter)
  } latencies: {
    bursts.rows()
  }
}
