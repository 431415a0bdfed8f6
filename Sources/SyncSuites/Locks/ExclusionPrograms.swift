public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives

/// A number for each thread of a case, each on a cache line of its own: written by its thread in a trial,
/// read and cleared when all have stopped.
@usableFromInline
final class ThreadNumbers: @unchecked Sendable {
  private let cells: [UnsafeMutablePointer<UInt64>]

  @usableFromInline init(threads: Int) { cells = (0..<threads).map { _ in .makeAligned(0) } }

  deinit { for cell in cells { cell.freeAligned() } }

  @usableFromInline func note(_ number: UInt64, thread: Int) { cells[thread].pointee = number }

  /// Each thread's number; then they are 0.
  @usableFromInline
  func take() -> [UInt64] {
    cells.map { cell in
      defer { cell.pointee = 0 }
      return cell.pointee
    }
  }
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

/// The program of threads that each time take one of many locks.
@inlinable @inline(__always)
func manyLocksProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let locks = LockArray<Exclusion>(count: context.value("locks", default: 1))
  let check = CounterCheck()
  let seed = context.seed
  return TrialProgram(threadCount: context.value("threads", default: 2)) { thread in
    manyLocksLoop(
      locks, until: thread.stop, seed: sync_mix_index(seed &+ UInt64(thread.index)))
  } conclude: { operations in
    check.conclude(operations, total: locks.total())
  }
}

/// The program of threads that take a recursive lock `depth` times over, until they are stopped.
@inlinable @inline(__always)
func nestedProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let exclusion = Exclusion()
  let guarded = CacheAligned(UInt64(0))
  let check = CounterCheck()
  let depth = context.value("depth", default: 1)
  return TrialProgram(threadCount: context.value("threads", default: 1)) { thread in
    nestedLoop(exclusion, guarding: guarded.pointer, depth: depth, until: thread.stop)
  } conclude: { operations in
    var conclusion = check.conclude(
      operations.map { $0 &* UInt64(depth) }, total: guarded.pointer.pointee)
    conclusion.operations = operations.reduce(0, &+)
    return conclusion
  }
}

/// Compares what a counter shows with how often the threads say they were let in.
@usableFromInline
final class TryCheck: Sendable {
  @usableFromInline let acquired: ThreadNumbers
  private let counter = CounterCheck()
  private let threads: Int

  @usableFromInline
  init(threads: Int) {
    self.threads = threads
    acquired = ThreadNumbers(threads: threads)
  }

  @usableFromInline
  func conclude(_ attempts: [UInt64], total: UInt64) -> TrialConclusion {
    let acquired = self.acquired.take().reduce(0, &+)
    let tried = attempts.reduce(0, &+)
    var conclusion = counter.conclude([acquired], total: total)
    conclusion.operations = tried
    conclusion.violation = conclusion.violation ?? refusal(acquired, of: tried)
    conclusion.observations = [("acquired", Double(acquired))]
    if tried > 0 {
      conclusion.observations.append(("acquired_share", Double(acquired) / Double(tried)))
    }
    return conclusion
  }

  /// A lock that is free must let in: one thread alone always, and the first of several.
  private func refusal(_ acquired: UInt64, of tried: UInt64) -> String? {
    if threads == 1, acquired < tried {
      return "refused \(tried - acquired) of \(tried) attempts at a lock that nobody held"
    }
    return acquired == 0 && tried > 0 ? "let nobody in at \(tried) attempts" : nil
  }
}

/// The program of threads that try to increment until they are stopped.
@inlinable @inline(__always)
func tryProgram<Exclusion: TryExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let threads = context.value("threads", default: 2)
  let exclusion = Exclusion()
  let guarded = CacheAligned(UInt64(0))
  let check = TryCheck(threads: threads)
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: threads) { thread in
    let tally = tryLoop(
      exclusion, guarding: guarded.pointer, until: thread.stop, insideSteps: inside,
      outsideSteps: outside)
    check.acquired.note(tally.acquired, thread: thread.index)
    return tally.attempts
  } conclude: { attempts in
    check.conclude(attempts, total: guarded.pointer.pointee)
  }
}
