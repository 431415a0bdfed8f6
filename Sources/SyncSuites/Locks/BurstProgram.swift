public import BenchmarkModel
public import BenchmarkRunner
import CSyncShims
public import SyncPrimitives
public import SyncWorkloads

/// What a burst keeps for the length of an invocation.
@usableFromInline
final class BurstExclusion<Exclusion: MutualExclusion & ~Copyable>: Sendable {
  @usableFromInline let exclusion: Exclusion
  @usableFromInline let section: CacheAligned<TimedSection>
  @usableFromInline let bursts: Bursts

  @usableFromInline
  init(_ context: CaseContext) {
    exclusion = Exclusion()
    section = CacheAligned(TimedSection())
    bursts = Bursts(context)
  }
}

/// The rounds of an invocation: their times and their check.
@usableFromInline
final class Bursts: Sendable {
  @usableFromInline let rounds: BurstRounds
  private let tick: TickLength
  private let records = TickRecords(threads: 1)
  private let counter = CounterCheck()

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
      yields: threads > usableCPUs())
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
    records.values(tick).map { LatencyRow(valueNanoseconds: $0.nanoseconds, count: $0.count) }
  }
}

/// How many CPUs this process may use.
private func usableCPUs() -> Int {
  var cpus = [Int32](repeating: 0, count: Int(SYNC_AFFINITY_CPUS_MOST))
  return max(1, Int(sync_affinity_get(&cpus, cpus.count)))
}

/// The program of threads that all acquire at once, after a gap in which none does.
@inlinable @inline(__always)
public func burstProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let box = BurstExclusion<Exclusion>(context)
  let inside = context.workSteps("inside")
  return TrialProgram(threadCount: context.value("threads", default: 2)) { thread in
    box.bursts.begin(thread)
    return burstLoop(
      box.exclusion, guarding: box.section.pointer, rounds: box.bursts.rounds,
      thread: thread.index, insideSteps: inside)
  } conclude: { operations in
    box.bursts.conclude(operations, total: box.section.pointer.pointee.counter)
  } latencies: {
    box.bursts.rows()
  }
}
