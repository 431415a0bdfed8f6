/// The walk through a gate's pairs: the next launch, and the outcomes of the pairs so far.
///
/// Each step follows from the plan and from the launches that are recorded. A gate that is
/// measured, resumed or replayed therefore makes the same steps.
package struct PairWalk: Sendable {
  /// The judge with all pairs so far.
  package private(set) var judge: any GateJudging
  /// The measurements of pairs so far, repeats included, in their order.
  package private(set) var rows: [PairRow] = []
  /// The number of pairs that count although their launches were in two places of the host.
  package private(set) var pairsOfTwoPlaces = 0
  /// The number of the group of cases that is being measured.
  package private(set) var group = 0

  private let gate: GatePlan
  /// The indices of the gate's cases in the run's plan.
  private let cases: [Int]
  private let groups: [[GateSlot]]
  private let onlineCPUs: Int
  /// The index of the next slot in its group, and the number of times that its pair was measured.
  private var position = 0
  private var attempt = 0
  /// The number of each case's next pair.
  private var next: [Int]
  private var repeated = 0

  /// Begins the walk through a gate's pairs.
  package init(_ gate: GatePlan, of document: RunDocument, judge: any GateJudging) {
    self.gate = gate
    self.judge = judge
    cases = gate.cases.map { gated in
      document.plan.cases.firstIndex { $0.id == gated.id } ?? 0
    }
    groups = gate.groups()
    onlineCPUs = document.environment.topology.online.count
    next = gate.cases.map { _ in 0 }
  }

  /// Goes on to the first launch of which a run has no record; nil if there is no such launch.
  ///
  /// - Complexity: O(1) for each pair of which the run has the launches, apart from the judge's
  ///   looks.
  package mutating func nextLaunch(in run: Run) -> Launch? {
    while let slot = nextSlot() {
      var launches: [PairSide: LaunchRecord] = [:]
      for side in slot.order.sides {
        let launch = launch(side, of: slot)
        guard let record = run.records[launch] else { return launch }
        launches[side] = record
        // The pair has failed already, so a candidate that comes second is not launched.
        if side == .baseline, case .failure = value(of: record, slot.caseIndex) { break }
      }
      take(slot, launches)
    }
    return nil
  }

  /// The number of bytes that are added to the environment variables of the launch that
  /// ``nextLaunch(in:)`` returned last.
  package func padding(of launch: Launch) -> Int {
    let side = PairLaunch(block: launch.block).arm.side
    return groups[group][position].padding(of: side)
  }

  /// The largest number of pairs that a case of the gate may still need.
  package func pairsLeft(_ caseIndex: Int) -> Int {
    judge.isSettled(caseIndex) ? 0 : max(0, gate.mostPairs - next[caseIndex])
  }

  /// The number of cases that need no further pair, including shams.
  package var settled: Int { gate.cases.indices.count { judge.isSettled($0) } }

  /// The next slot whose pair is still needed; a pair of a sham has several slots.
  private mutating func nextSlot() -> GateSlot? {
    while group < groups.count {
      while position < groups[group].count {
        let slot = groups[group][position]
        if slot.pair >= next[slot.caseIndex], !judge.isSettled(slot.caseIndex) { return slot }
        position += 1
      }
      (group, position) = (group + 1, 0)
    }
    return nil
  }

  private func launch(_ side: PairSide, of slot: GateSlot) -> Launch {
    let arm = Arm(gate.cases[slot.caseIndex].role, side)
    return Launch(
      caseIndex: cases[slot.caseIndex],
      block: PairLaunch(arm, pair: slot.pair, attempt: attempt).block)
  }

  private mutating func take(_ slot: GateSlot, _ launches: [PairSide: LaunchRecord]) {
    let outcome = outcome(of: slot, launches)
    let row = PairRow(slot, outcome)
    rows.append(row)
    judge.add(row)
    if case .repeated = outcome {
      repeated += 1
      attempt += 1
    } else {
      next[slot.caseIndex] = slot.pair + 1
      (position, attempt) = (position + 1, 0)
    }
  }

  /// The outcome of a pair.
  ///
  /// If both sides fail, the failure counts as the baseline's: without a baseline, the candidate
  /// can't be compared.
  private mutating func outcome(
    of slot: GateSlot, _ launches: [PairSide: LaunchRecord]
  ) -> PairOutcome {
    var values: [Double] = []
    for side in [PairSide.baseline, .candidate] {
      guard let record = launches[side] else { continue }
      switch value(of: record, slot.caseIndex) {
      case .success(let value): values.append(value)
      case .failure(let error): return .failed(side, reason: error.reason)
      }
    }
    let outcome = PairOutcome.values(a: values[0], b: values[1])
    guard case .measured(let a, let b) = outcome, let one = launches[.baseline],
      let other = launches[.candidate]
    else { return outcome }
    let mayRepeat = RepeatRule.isUseful(pairs: rows.count - repeated, repeated: repeated)
    if mayRepeat, let reason = RepeatRule.reason(one, other, attempt, onlineCPUs: onlineCPUs) {
      return .repeated(a: a, b: b, reason: reason)
    }
    if RepeatRule.places(one, other) != nil { pairsOfTwoPlaces += 1 }
    return outcome
  }

  /// The reason why a launch gave no value.
  private struct NoValue: Error {
    let reason: String
  }

  private func value(
    of record: LaunchRecord, _ caseIndex: Int
  ) -> Result<Double, NoValue> {
    if let reason = record.reasonNotToCount { return .failure(NoValue(reason: reason)) }
    let value = judge.value(of: record, caseIndex: caseIndex)
    return value.map { .success($0) }
      ?? .failure(NoValue(reason: "it gave no \(gate.cases[caseIndex].metric)"))
  }
}

extension LaunchRecord {
  /// The reason why a gate can't use the launch: the failure of the launch or of a trial's check.
  fileprivate var reasonNotToCount: String? {
    if let failure { return failure.reason }
    guard let trial = trials.first(where: { !$0.isVerified }) else { return nil }
    return trial.reason.isEmpty ? "the check of trial \(trial.trial) failed" : trial.reason
  }
}
