import BenchmarkModel
import BenchmarkRunner
import SyncPrimitives

/// The program of an experiment: so many attempts a trial, one after the other.
///
/// Check: as many attempts were made as were asked for.
func behaviourProgram(_ behaviour: Behaviour) -> TrialProgram {
  let held = MutexProtected(0)
  let program = TrialProgram(threadCount: 1) { _ in
    var attempts: UInt64 = 0
    for _ in 0..<behaviour.attempts {
      if behaviour.attempt() { held.withLock { $0 += 1 } }
      attempts += 1
    }
    return attempts
  } conclude: { operations in
    let count = held.withLock { count in
      defer { count = 0 }
      return count
    }
    let attempts = operations.reduce(0, +)
    var conclusion = TrialConclusion(operations: attempts)
    if attempts != UInt64(behaviour.attempts) {
      conclusion.violation = "\(attempts) of \(behaviour.attempts) attempts were made"
    }
    conclusion.observations = [
      ("held_share", Double(count) / Double(max(1, attempts))), ("attempts", Double(attempts)),
    ]
    return conclusion
  }
  return behaviour.leads.map(program.led) ?? program
}

/// The program of an experiment that may end its process.
func endingProgram(_ ending: Ending) -> TrialProgram {
  let watch = StandstillWatch()
  let program = TrialProgram(threadCount: 1) { _ in
    watch.begin()
    ending.attempt()
    return 1
  } conclude: { _ in
    watch.end()
    return TrialConclusion(operations: 1)
  }
  return ending.leads.map(program.led) ?? program
}
