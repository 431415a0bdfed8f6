import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// The shared state of the two threads of a ping-pong.
struct SignalTurns<Signal: TurnSignal & ~Copyable>: ~Copyable, Sendable {
  let toFirst = Signal()
  let toSecond = Signal()
  /// The number of turns of both threads together.
  ///
  /// The thread whose turn it is reads and writes the number.
  let turns = CacheAligned<UInt64>(0)
  let isOver = CacheAligned<UInt32>(0)

  /// Prepares for the next trial, while both threads are at rest.
  borrowing func reset() {
    turns.pointer.pointee = 0
    sync_flag_write(isOver.pointer, 0)
  }
}

/// The turns of one thread in a ping-pong.
struct SignalTurnsTally: Sendable {
  /// The number of turns.
  var turns: UInt64 = 0
  /// The number of times that the shared number of turns was wrong, because the threads had not
  /// alternated.
  var faults: UInt64 = 0
}

/// Takes turns with the other thread until `stop` is raised.
///
/// Thread 0 has the first turn, and it alone reads `stop`.
@inline(never)
func signalTurnsLoop<Signal: TurnSignal & ~Copyable>(
  _ shared: borrowing SignalTurns<Signal>, thread: Int, until stop: UnsafePointer<UInt32>
) -> SignalTurnsTally {
  sync_align_code()
  if thread == 0 { return beginTurns(shared, until: stop) }
  return answerTurns(shared)
}

/// Makes the first thread's turns: signals, and waits for the answer, until `stop` is raised.
@inline(__always)
func beginTurns<Signal: TurnSignal & ~Copyable>(
  _ shared: borrowing SignalTurns<Signal>, until stop: UnsafePointer<UInt32>
) -> SignalTurnsTally {
  var tally = SignalTurnsTally()
  let turns = shared.turns.pointer
  while sync_flag_read(stop) == 0 {
    if sync_word_read(turns) != 2 &* tally.turns { tally.faults &+= 1 }
    sync_word_write(turns, 2 &* tally.turns &+ 1)
    shared.toSecond.signal()
    shared.toFirst.wait()
    tally.turns &+= 1
  }
  if sync_word_read(turns) != 2 &* tally.turns { tally.faults &+= 1 }
  sync_flag_write(shared.isOver.pointer, 1)
  shared.toSecond.signal()
  return tally
}

/// Makes the second thread's turns: waits, and answers, until the first thread has raised `isOver`.
@inline(__always)
func answerTurns<Signal: TurnSignal & ~Copyable>(
  _ shared: borrowing SignalTurns<Signal>
) -> SignalTurnsTally {
  var tally = SignalTurnsTally()
  let turns = shared.turns.pointer
  while true {
    shared.toSecond.wait()
    if sync_flag_read(shared.isOver.pointer) != 0 { return tally }
    if sync_word_read(turns) != 2 &* tally.turns &+ 1 { tally.faults &+= 1 }
    sync_word_write(turns, 2 &* tally.turns &+ 2)
    tally.turns &+= 1
    shared.toFirst.signal()
  }
}

/// The program of two threads that signal each other in turns.
@inline(__always)
func signalTurnsProgram<Signal: TurnSignal & ~Copyable>(_ type: Signal.Type) -> TrialProgram {
  let shared = SignalTurns<Signal>()
  let faults = ThreadNumbers(threads: 2)
  return TrialProgram(threadCount: 2) { thread in
    let tally = signalTurnsLoop(shared, thread: thread.index, until: thread.stop)
    faults.note(tally.faults, thread: thread.index)
    return tally.turns
  } conclude: { turns in
    shared.reset()
    let outOfTurn = faults.take().reduce(0, &+)
    return TrialConclusion(
      operations: turns.reduce(0, &+), violation: fault(turns: turns, outOfTurn: outOfTurn))
  }
}

/// The fault in the turns of two threads; nil if they alternated.
func fault(turns: [UInt64], outOfTurn: UInt64) -> String? {
  if outOfTurn > 0 { return "\(outOfTurn) turns were out of turn" }
  guard let most = turns.max(), let least = turns.min(), most != least else { return nil }
  return "one thread had \(most) turns, the other \(least)"
}
