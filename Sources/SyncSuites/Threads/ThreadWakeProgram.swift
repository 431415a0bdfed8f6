import BenchmarkModel
import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

/// Keeps the rounds alive while the two threads of a case use them.
private final class WakeBox: Sendable {
  let rounds = WakeRounds()
  let latencies = LatencyRecorder()
  let tally = MutexProtected(WakeTally())
}

/// The program of a thread that wakes another after a rest, each wake-up timed.
func threadWakeProgram(_ context: CaseContext) -> TrialProgram {
  let box = WakeBox()
  let rest = UInt64(context.value("rest", default: 100_000))
  return TrialProgram(threadCount: 2) { thread in
    if thread.index == 0 {
      return box.rounds.wake(until: thread.stop, restNanoseconds: rest)
    }
    let tally = box.rounds.sleep { nanoseconds in
      if thread.isMeasured { box.latencies.record(nanoseconds: nanoseconds) }
    }
    box.tally.withLock { $0 = tally }
    return tally.calls
  } conclude: { operations in
    box.rounds.reset()
    return concludeWakes(box.tally.withLock { $0 }, operations)
  } latencies: {
    box.latencies.values().map { LatencyRow(valueNanoseconds: $0.nanoseconds, count: $0.count) }
  }
}

/// Checks that each call was answered once, and in its turn.
///
/// - Parameter operations: How often the waker called, and how often the sleeper was called.
func concludeWakes(_ tally: WakeTally, _ operations: [UInt64]) -> TrialConclusion {
  let calls = operations.first ?? 0
  var conclusion = TrialConclusion(operations: calls)
  if tally.faults > 0 {
    conclusion.violation = "\(tally.faults) of \(calls) calls came out of turn"
  } else if tally.calls != calls || operations.last != calls {
    conclusion.violation = "\(tally.calls) of \(calls) calls were answered"
  }
  if calls > 0 {
    let share = 100 * Double(tally.slept) / Double(calls)
    conclusion.observations = [("asleep_percent", share)]
  }
  return conclusion
}
