public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives

/// What a hand-over passes on: read and written inside the primitive alone.
@usableFromInline struct HandoffTurn: Sendable {
  /// The number of the thread whose turn it is.
  @usableFromInline var thread: UInt64 = 0
  /// How often the turn was given on.
  @usableFromInline var handOvers: UInt64 = 0
  /// How many sections ran, those out of turn too.
  @usableFromInline var sections: UInt64 = 0

  /// Thread 0's turn.
  @inlinable init() {}
}

/// What one thread did of a hand-over.
@usableFromInline struct HandoffTally: Sendable {
  /// How often it gave the turn on.
  @usableFromInline var handOvers: UInt64 = 0
  /// How often it acquired and it was another's turn, or all was done.
  @usableFromInline var misses: UInt64 = 0

  /// Nothing yet.
  @inlinable init() {}
}

/// Passes the turn round by one of several threads until the flag is raised or it has gone round often
/// enough.
///
/// A thread that finds that it is not its turn releases and acquires again, without a pause: whatever
/// lets the other in is the primitive's own doing. The turn keeps the threads apart by itself, so each
/// section counts as well: those counts are lost where nothing else does.
///
/// - Parameters:
///   - thread: The thread's number.
///   - threads: How many pass the turn round.
///   - limit: How many hand-overs all threads together stop at.
///   - yieldAfter: After how many misses in a row the thread offers its CPU; never, where it is measured.
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

/// Passes the turn round until all threads together have given it on so many times.
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

/// Compares what was handed over with what the threads say they did, trial by trial.
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
    // The turn goes round: nobody can have had it twice more than another.
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
