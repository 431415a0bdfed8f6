import BenchmarkRunner
import Dispatch
import SyncPrimitives

/// The program of one thread that has members of a group leave, and waits for them with a time limit.
@inline(__always)
func timedGroupProgram<Group: TimedGroup>(
  _ context: CaseContext, _ type: Group.Type
) -> TrialProgram {
  let group = Group()
  let items = ItemWords(count: context.value("leaves", default: 64))
  let limit = UInt64(context.value("limit", default: 100_000))
  let recorder = LatencyRecorder()
  let tally = MutexProtected(TimedGroupTally())
  return TrialProgram(threadCount: 1) { thread in
    let recording = thread.isMeasured ? recorder : nil
    let seen = timedGroupLoop(group, items: items, limitNanoseconds: limit, until: thread.stop) {
      recording?.record(nanoseconds: $0)
    }
    tally.put(seen)
    return seen.leaves
  } conclude: { _ in
    let seen = tally.take(leaving: TimedGroupTally())
    let missing = items.fault(operations: seen.leaves)
    var conclusion = TrialConclusion(
      operations: seen.leaves, violation: seen.fault?.rawValue ?? missing)
    // A wait that had to give up is no part of a leave's cost.
    conclusion.elapsedNanoseconds = max(1, seen.leavingNanoseconds)
    return conclusion
  } latencies: {
    recorder.rows()
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

/// The program of threads that add to a counter whose handler may run once for several additions.
@inline(__always)
func dataAddProgram<Counter: CoalescingCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let check = CounterCheck()
  let firstLoss = MutexProtected<String?>(nil)
  return TrialProgram(threadCount: context.value("threads", default: 1)) { thread in
    contendedLoop(counter, until: thread.stop, insideSteps: 0, outsideSteps: 0)
  } conclude: { operations in
    var conclusion = check.conclude(operations, total: counter.total())
    // What is handled when its trial has given it up would be another trial's gain.
    conclusion.violation = firstLoss.get() ?? conclusion.violation
    firstLoss.put(conclusion.violation)
    let handlers = counter.takeHandlers()
    if conclusion.operations > 0 {
      conclusion.observations = [
        ("handlers_per_op", Double(handlers) / Double(conclusion.operations))
      ]
    }
    return conclusion
  }
}
