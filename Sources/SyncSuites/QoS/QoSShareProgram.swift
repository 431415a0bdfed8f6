import BenchmarkModel
import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

/// The program of one window in which four classes compete, each with as many workers as CPUs.
func shareProgram(_ context: CaseContext) -> TrialProgram {
  let width = context.width
  let nanoseconds = context.trialNanoseconds
  let result = MutexProtected<ShareWindow?>(nil)
  return TrialProgram(threadCount: 1) { _ in
    let window = qosShares(
      of: ServiceClass.competing, width: width, windowNanoseconds: nanoseconds)
    result.withLock { $0 = window }
    return 1
  } conclude: { _ in
    guard let window = result.withLock({ $0 }) else {
      return TrialConclusion(operations: 0, violation: "there was no window")
    }
    return concludeShares(window, width: width).tellingPrivilege()
  }
}

/// Checks that every worker ran, on no more than the CPUs' time, and tells the shares with what disturbed them.
func concludeShares(_ window: ShareWindow, width: Int) -> TrialConclusion {
  let facts = ShareFacts(window)
  let missing = ServiceClass.competing.filter { facts.count(of: $0) != width }.map(\.name)
  var conclusion = TrialConclusion(operations: 1)
  if !missing.isEmpty {
    conclusion.violation = "not every worker ran: \(missing.joined(separator: ", "))"
  } else if facts.usedTooMuch {
    conclusion.violation = "the workers used more than all of the CPUs' time"
  }
  for serviceClass in ServiceClass.competing {
    let column = serviceClass.columnName
    conclusion.observations += [
      (name: "share_\(column)", value: facts.share(of: serviceClass)),
      (name: "predicted_share_\(column)", value: facts.predictedShare(of: serviceClass)),
    ]
    if let nice = facts.nice(of: serviceClass) {
      conclusion.observations.append((name: "nice_\(column)", value: Double(nice)))
    }
  }
  conclusion.observations += accuracy(facts)
  return conclusion
}

/// How far off the shares are, and what can have disturbed them, as far as the machine says.
private func accuracy(_ facts: ShareFacts) -> [(name: String, value: Double)] {
  let told: [(name: String, value: Double?)] = [
    ("worst_error", facts.worstError), ("lost_share", facts.lostShare),
    ("other_cpu_share", facts.otherShare), ("steal_share", facts.stealShare),
    ("run_wait_share", facts.waitShare), ("weight_imbalance", facts.weightImbalance),
  ]
  return told.compactMap { fact in fact.value.map { (name: fact.name, value: $0) } }
}
