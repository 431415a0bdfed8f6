import BenchmarkRunner
import SyncPrimitives

/// The program of two threads that hand a word over until they are stopped.
@inline(__always)
func lineHandOverProgram<Means: LineHandOver>(_ type: Means.Type) -> TrialProgram {
  let word = HandOverWord()
  let tallies = MutexProtected([HandOverTally](repeating: HandOverTally(), count: 2))
  return TrialProgram(threadCount: 2) { thread in
    let tally = handOverLoop(
      Means(), word, thread: thread.index, until: thread.stop)
    tallies.withLock { $0[thread.index] = tally }
    return tally.given
  } conclude: { _ in
    concludeHandOvers(tallies.get(), given: word.take())
  }
}

/// Checks that the word went to and fro without a gap: every value seen, in its order, and as many as were given.
///
/// - Parameter given: What the word counted, modulo 2^31.
func concludeHandOvers(_ tallies: [HandOverTally], given: UInt64) -> TrialConclusion {
  let counts = tallies.map(\.given)
  let done = counts.reduce(0, &+)
  let faults = tallies.map(\.faults).reduce(0, &+)
  var conclusion = TrialConclusion(operations: done)
  if faults > 0 {
    conclusion.violation = "\(faults) of \(done) values were not the one after the last"
  } else if done % (1 << 31) != given {
    conclusion.violation = "the word is \(given) after it was given \(done) times"
  } else if let most = counts.max(), let least = counts.min(), most - least > 1 {
    conclusion.violation = "one thread gave the word \(most) times, the other \(least)"
  }
  if done > 0 {
    let sleeps = tallies.map(\.sleeps).reduce(0, &+)
    conclusion.observations = [("asleep_percent", 100 * Double(sleeps) / Double(done))]
  }
  return conclusion
}
