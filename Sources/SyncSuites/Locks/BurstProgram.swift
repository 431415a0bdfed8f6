public import BenchmarkModel
public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives
public import Synchronization

/// The shared state of a burst: the current round, the arrivals, and the rounds' time stamps.
@usableFromInline final class BurstRounds: @unchecked Sendable {
  /// The stamp at which the current round begins; 0 before the first round, ``last`` after the last
  /// round.
  @usableFromInline let begin = CacheAligned(Atomic<UInt64>(0))
  /// The number of arrivals of all threads in the trial.
  @usableFromInline let through = CacheAligned(Atomic<UInt64>(0))
  /// The stamp at which each round begins, written by the last thread to end the previous round.
  @usableFromInline let begins: UnsafeMutablePointer<UInt64>
  /// Each thread's stamps right before it acquires, one for each round, in memory of the thread's
  /// own.
  @usableFromInline let starts: [UnsafeMutablePointer<UInt64>]
  /// Each thread's stamps right after it has released, one for each round.
  @usableFromInline let ends: [UnsafeMutablePointer<UInt64>]
  /// The number of threads that meet in a round.
  @usableFromInline let parties: Int
  /// The largest number of rounds in a trial.
  @usableFromInline let capacity: Int
  @usableFromInline let clock: TickClock
  /// The ticks between the end of a round and the beginning of the next round.
  @usableFromInline let gapTicks: UInt64
  /// The length of a trial, in ticks: when this time has passed since the first round began, no
  /// further beginning is set.
  @usableFromInline let trialTicks: UInt64
  /// Whether a waiting thread yields its CPU, because threads outnumber CPUs.
  @usableFromInline let yields: Bool

  /// The value of ``begin`` that ends a trial.
  @usableFromInline static var last: UInt64 { .max }

  /// Makes rounds for `parties` threads.
  init(
    parties: Int, clock: TickClock, gapTicks: UInt64, trialTicks: UInt64, capacity: Int,
    yields: Bool
  ) {
    // The memory is written now, so that no page fault comes in a round.
    func line() -> UnsafeMutablePointer<UInt64> { .makeAligned(repeating: 0, count: capacity) }
    self.parties = parties
    self.clock = clock
    self.gapTicks = gapTicks
    self.trialTicks = trialTicks
    self.capacity = capacity
    self.yields = yields
    begins = line()
    starts = (0..<parties).map { _ in line() }
    ends = (0..<parties).map { _ in line() }
  }

  deinit { for stamps in starts + ends + [begins] { stamps.deallocate() } }

  /// Resets the state for the next trial, while no thread runs.
  func reset() {
    begin.pointer.pointee.store(0, ordering: .relaxed)
    through.pointer.pointee.store(0, ordering: .relaxed)
  }

  /// Waits until all threads have ended a round and the beginning of the next round is set.
  ///
  /// Returns the beginning of the next round, or ``last``.
  ///
  /// - Parameter round: The round to begin, from 0.
  @inlinable @inline(__always)
  func meet(round: Int) -> UInt64 {
    let before = round == 0 ? 0 : begins[round - 1]
    let arrived = through.pointer.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    if arrived == UInt64(parties) &* UInt64(round &+ 1) { setBegin(round: round) }
    var next = begin.pointer.pointee.load(ordering: .acquiring)
    while next == before {
      rest()
      next = begin.pointer.pointee.load(ordering: .acquiring)
    }
    return next
  }

  /// Sets the beginning of a round, or the end of the trial.
  ///
  /// Called by the last thread to end the previous round.
  @inlinable @inline(never)
  func setBegin(round: Int) {
    let now = clock.now()
    let isOver = round > 0 && now &- begins[0] >= trialTicks
    let next = isOver || round == capacity ? Self.last : now &+ gapTicks
    if next != Self.last { begins[round] = next }
    begin.pointer.pointee.store(next, ordering: .releasing)
  }

  /// Spins until `begin`, and returns the first stamp that is not before `begin`.
  @inlinable @inline(__always)
  func wait(until begin: UInt64) -> UInt64 {
    var now = clock.now()
    while now < begin {
      // In the last eighth of the gap, a thread only reads the clock, so that all threads begin
      // within the time of one reading.
      if begin &- now > gapTicks / 8 { rest() }
      now = clock.now()
    }
    return now
  }

  @inlinable @inline(__always)
  func rest() {
    if yields { sync_yield() } else { sync_pause() }
  }
}

/// Acquires and increments once per round, at a stamp that is the same for all threads.
///
/// Returns the number of rounds.
///
/// The beginning of a round is set only when all threads have ended the previous round. So rounds
/// do not overlap, and no thread touches the lock during the gap.
@inlinable @inline(never)
func burstLoop<Exclusion: MutualExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, guarding section: UnsafeMutablePointer<TimedSection>,
  rounds: BurstRounds, thread: Int, insideSteps: UInt64
) -> UInt64 {
  sync_align_code()
  var state = exclusion.makeThreadState()
  let starts = rounds.starts[thread]
  let ends = rounds.ends[thread]
  var round = 0
  while case let begin = rounds.meet(round: round), begin != BurstRounds.last {
    starts[round] = rounds.wait(until: begin)
    exclusion.exclusively(&state) {
      incrementGuarded(counter(of: section), workSteps: insideSteps)
    }
    ends[round] = rounds.clock.now()
    round &+= 1
  }
  exclusion.endThreadState(state)
  return UInt64(round)
}

extension BurstRounds {
  /// The tally of a trial's rounds.
  struct Tally: Sendable {
    /// The number of rounds in which a thread began more than a microsecond late.
    var late: UInt64 = 0
    var rounds: UInt64 = 0
  }

  /// Records each round's time, from the round's beginning until its last thread has released.
  ///
  /// A round that began late for some thread counts like any other, and its time includes the
  /// lateness. Leaving such rounds out would favour a lock that makes threads late.
  func conclude(
    rounds count: UInt64, into record: UnsafeMutablePointer<TickRecord>, microsecond: UInt64
  ) -> Tally {
    var tally = Tally(rounds: count)
    for round in 0..<min(capacity, Int(count)) {
      let begin = begins[round]
      let end = ends.map { $0[round] }.max() ?? 0
      record.pointee.record(from: begin, to: end)
      if starts.contains(where: { $0[round] &- begin > microsecond }) { tally.late += 1 }
    }
    return tally
  }
}

/// The rounds of a launch: their times and their check.
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
    // A gap is at least a microsecond, so that a trial's length bounds the number of its rounds.
    let gap = UInt64(max(1000, context.value("gap", default: 50_000)))
    tick = TickCalibration(clock).tickLength()
    rounds = BurstRounds(
      parties: threads, clock: clock, gapTicks: tick.ticks(of: gap),
      trialTicks: tick.ticks(of: context.trialNanoseconds),
      capacity: Int(min(100_000, context.trialNanoseconds / gap + 1)),
      yields: threads > max(1, allowedCPUs().count))
  }

  /// Tells the record whether the trial counts; a warm-up does not count.
  ///
  /// Only thread 0 does so.
  @usableFromInline
  func begin(_ thread: TrialThread) {
    if thread.index == 0 { records.threads[0].pointee.isMeasured = thread.isMeasured }
  }

  /// Records the trial's rounds, and compares the counter and the records with the numbers of
  /// rounds that the threads report.
  @usableFromInline
  func conclude(_ operations: [UInt64], total: UInt64) -> TrialConclusion {
    var conclusion = counter.conclude(operations, total: total)
    let count = operations.min() ?? 0
    let tally = rounds.conclude(
      rounds: count, into: records.threads[0], microsecond: tick.ticks(of: 1000))
    let fault = records.conclude([count])
    let isUneven = operations.contains { $0 != count }
    conclusion.violation =
      conclusion.violation ?? (isUneven ? "threads saw different numbers of rounds" : fault)
    let late = 100 * Double(tally.late) / Double(max(1, count))
    conclusion.observations = [("late_rounds_percent", late)]
    rounds.reset()
    return conclusion
  }

  /// The recorded times, as rows.
  @usableFromInline
  func rows() -> [LatencyRow] {
    latencyRows(records.values(tick))
  }
}

/// The program of threads that all acquire at the same instant, after a gap without acquisitions.
@inlinable @inline(__always)
func burstProgram<Exclusion: MutualExclusion & ~Copyable>(
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
