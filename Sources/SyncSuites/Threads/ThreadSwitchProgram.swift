import BenchmarkRunner
import CSyncShims
import SyncPrimitives
import SyncWorkloads

/// What two threads that pass a turn share.
final class PassBox<Signal: ThreadSignal & ~Copyable>: Sendable {
  /// What thread 0 waits for.
  let first = Signal()
  /// What thread 1 waits for.
  let second = Signal()
  let turn = CacheAligned<UInt64>(0)
}

/// Adds up what two threads did of passing a turn.
final class PassCheck: Sendable {
  private struct State {
    var faults: UInt64 = 0
    var status: Int32 = 0
  }

  private let state = MutexProtected(State())

  /// Adds a thread's tally; its operations.
  func add(_ tally: PassTally) -> UInt64 {
    state.withLock { state in
      state.faults &+= tally.faults
      if tally.status != 0 { state.status = tally.status }
    }
    return tally.passes
  }

  /// Compares the turn that was reached with the times it was passed on, and forgets what was added.
  func conclude(_ passes: [UInt64], turn: UInt64) -> TrialConclusion {
    let state = self.state.withLock { state in
      defer { state = State() }
      return state
    }
    let done = passes.reduce(0, &+)
    var conclusion = TrialConclusion(operations: done)
    if state.status != 0 {
      conclusion.refusal = "the kernel refused: \(errorWords(state.status))"
    } else if state.faults > 0 {
      conclusion.violation = "\(state.faults) of \(done) times a thread ran out of turn"
    } else if turn != done {
      conclusion.violation = "the turn is \(turn) after it was passed on \(done) times"
    }
    return conclusion
  }
}

/// The program of two threads that wake each other by turns.
@inline(__always)
func passProgram<Signal: ThreadSignal & ~Copyable>(_ type: Signal.Type) -> TrialProgram {
  let box = PassBox<Signal>()
  let check = PassCheck()
  return TrialProgram(threadCount: 2) { thread in
    let rounds = max(1, thread.operations / 2)
    if thread.index == 0 {
      return check.add(
        passLoop(
          waitingFor: box.first, waking: box.second, turn: box.turn.pointer, thread: 0,
          rounds: rounds))
    }
    return check.add(
      passLoop(
        waitingFor: box.second, waking: box.first, turn: box.turn.pointer, thread: 1,
        rounds: rounds))
  } conclude: { passes in
    defer { box.turn.pointer.pointee = 0 }
    return check.conclude(passes, turn: sync_counter_read(box.turn.pointer))
  }
}
