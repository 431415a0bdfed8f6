public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives

/// The turn that a hand-over passes on, read and written only in sections of the primitive.
@usableFromInline struct HandoffTurn: Sendable {
  /// The number of the thread whose turn it is.
  @usableFromInline var thread: UInt64 = 0
  /// The number of times that the turn was passed on.
  @usableFromInline var handOvers: UInt64 = 0
  /// The number of sections that ran, including the sections out of turn.
  @usableFromInline var sections: UInt64 = 0

  /// Makes the turn of thread 0.
  @inlinable init() {}
}

/// The hand-overs of one thread.
@usableFromInline struct HandoffTally: Sendable {
  /// The number of times that the thread passed the turn on.
  @usableFromInline var handOvers: UInt64 = 0
  /// The number of acquisitions on another thread's turn, or after the last hand-over.
  @usableFromInline var misses: UInt64 = 0

  /// Makes an empty tally.
  @inlinable init() {}
}

/// Passes the turn round until `stop` is raised or the limit of hand-overs is reached, as one of
/// several threads.
///
/// A thread that acquires out of turn releases and acquires again without a pause, so it depends on
/// the primitive alone whether another thread gets in. The hand-overs alone would be right even
/// without exclusion, because only the thread whose turn it is passes the turn on. So each section
/// is counted as well, and a primitive that does not exclude loses some of these counts.
///
/// - Parameters:
///   - thread: The thread's number.
///   - threads: The number of threads that pass the turn round.
///   - limit: The number of hand-overs of all threads together after which they stop.
///   - yieldAfter: The number of misses in a row after which the thread yields its CPU. Measured
///     threads never yield.
@inlinable @inline(never)
func handoffLoop<Exclusion: MutualExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, passing turn: UnsafeMutablePointer<HandoffTurn>, thread: Int,
  of threads: Int, until stop: UnsafePointer<UInt32>, limit: UInt64 = .max,
  yieldAfter: UInt64 = .max
) -> HandoffTally {
  sync_align_code()
  var state = exclusion.makeThreadState()
  let own = UInt64(thread)
  let next: UInt64 = thread + 1 == threads ? 0 : own + 1
  var tally = HandoffTally()
  var missesInARow: UInt64 = 0
  var isOver = false
  while !isOver, sync_flag_read(stop) == 0 {
    var isOwnTurn = false
    exclusion.exclusively(&state) {
      sync_clobber()
      turn.pointee.sections &+= 1
      isOver = turn.pointee.handOvers >= limit
      isOwnTurn = turn.pointee.thread == own && !isOver
      if isOwnTurn {
        turn.pointee.handOvers &+= 1
        turn.pointee.thread = next
      }
      sync_clobber()
    }
    if isOwnTurn {
      tally.handOvers &+= 1
      missesInARow = 0
    } else {
      tally.misses &+= 1
      missesInARow &+= 1
      if missesInARow >= yieldAfter {
        sync_yield()
        missesInARow = 0
      }
    }
  }
  exclusion.endThreadState(state)
  return tally
}

/// Passes the turn round until all threads together have passed the turn on `times` times.
@inlinable
func handOver<Exclusion: MutualExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, passing turn: UnsafeMutablePointer<HandoffTurn>, thread: Int,
  of threads: Int, times: UInt64, yieldAfter: UInt64 = .max
) -> HandoffTally {
  var never: UInt32 = 0
  return handoffLoop(
    exclusion, passing: turn, thread: thread, of: threads, until: &never, limit: times,
    yieldAfter: yieldAfter)
}

/// The comparison of the counted sections with the hand-overs and the misses that the threads
/// report, trial by trial.
@usableFromInline
final class HandoffCheck: Sendable {
  @usableFromInline let misses: ThreadNumbers
  private let sections = CounterCheck()

  @usableFromInline init(threads: Int) { misses = ThreadNumbers(threads: threads) }

  @usableFromInline
  func conclude(_ handOvers: [UInt64], _ turn: HandoffTurn) -> TrialConclusion {
    let done = handOvers.reduce(0, &+)
    let missed = misses.take().reduce(0, &+)
    var conclusion = sections.conclude([done, missed], total: turn.sections)
    conclusion.operations = done
    // The turn goes round, so the numbers of turns that two threads had differ by one at most.
    if conclusion.violation == nil, let most = handOvers.max(), let least = handOvers.min(),
      most - least > 1
    {
      conclusion.violation = "one thread had the turn \(most) times, another \(least)"
    }
    if done > 0 { conclusion.observations = [("misses_per_op", Double(missed) / Double(done))] }
    return conclusion
  }
}

/// The program of threads that pass the turn round until they are stopped.
@inlinable @inline(__always)
func handoffProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let threads = context.value("threads", default: 2)
  let exclusion = Exclusion()
  let guarded = CacheAligned(HandoffTurn())
  let check = HandoffCheck(threads: threads)
  return TrialProgram(threadCount: threads) { thread in
    let tally = handoffLoop(
      exclusion, passing: guarded.pointer, thread: thread.index, of: threads,
      until: thread.stop)
    check.misses.note(tally.misses, thread: thread.index)
    return tally.handOvers
  } conclude: { handOvers in
    check.conclude(handOvers, guarded.pointer.pointee)
  }
}
