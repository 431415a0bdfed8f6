public import BenchmarkRunner
public import SyncPrimitives
public import SyncWorkloads

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
  let box = ExclusionBox(type, guarding: HandoffTurn())
  let check = HandoffCheck(threads: threads)
  return TrialProgram(threadCount: threads) { thread in
    let tally = handoffLoop(
      box.exclusion, passing: box.guarded.pointer, thread: thread.index, of: threads,
      until: thread.stop)
    check.misses.note(tally.misses, thread: thread.index)
    return tally.handOvers
  } conclude: { handOvers in
    check.conclude(handOvers, box.guarded.pointer.pointee)
  }
}
