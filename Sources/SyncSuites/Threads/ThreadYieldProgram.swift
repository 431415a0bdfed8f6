import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

/// The program of threads that give their CPU away again and again.
func threadYieldProgram(_ context: CaseContext) -> TrialProgram {
  let threads = context.value("threads", default: 1)
  let latest = SharedLine()
  let tallies = MutexProtected([YieldTally](repeating: YieldTally(), count: threads))
  return TrialProgram(threadCount: threads) { thread in
    let tally = yieldLoop(
      latest.word.pointer, name: UInt64(thread.index) + 1,
      operations: share(of: thread.operations, worker: thread.index, of: threads))
    tallies.withLock { $0[thread.index] = tally }
    return tally.yields
  } conclude: { operations in
    concludeYields(tallies.withLock { $0 }, operations)
  }
}

/// A word on cache lines of its own, for closures to share.
private final class SharedLine: Sendable {
  let word = CacheAligned<UInt64>(0)
}

/// Holds what the threads saw against what the kernel counted.
///
/// A thread that finds another's name had lost its CPU, or they are on different ones. So where all are
/// bound to the same CPU, it can't find that oftener than the kernel took it away.
func concludeYields(_ tallies: [YieldTally], _ operations: [UInt64]) -> TrialConclusion {
  let done = operations.reduce(0, &+)
  let passedOn = tallies.reduce(0) { $0 &+ $1.passedOn }
  let refusals = tallies.reduce(0) { $0 &+ $1.refusals }
  let isOneCPU = Set(tallies.map(\.cpu)).count == 1 && tallies.allSatisfy { $0.cpu >= 0 }
  var conclusion = TrialConclusion(operations: done)
  if refusals > 0 {
    conclusion.violation = "the kernel refused \(refusals) of \(done) times"
  } else if tallies.count == 1, passedOn > 0 {
    conclusion.violation = "another thread came \(passedOn) times where there is none"
  } else if isOneCPU, let odd = tallies.first(where: { $0.passedOn > $0.switches }) {
    conclusion.violation =
      "a thread saw another run \(odd.passedOn) times and lost its CPU only \(odd.switches) times"
  }
  if done > 0 {
    conclusion.observations = [("passed_on_percent", 100 * Double(passedOn) / Double(done))]
  }
  return conclusion
}
