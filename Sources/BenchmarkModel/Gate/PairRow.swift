/// One side of a pair; on both sides of a sham, the executable is the baseline.
package enum PairSide: String, Codable, Sendable {
  case baseline = "a"
  case candidate = "b"
}

/// The outcome of a pair of launches.
package enum PairOutcome: Equatable, Sendable {
  /// Both values, in the metric's unit: positive and finite.
  case measured(a: Double, b: Double)
  /// Both values, which don't count, because the ``RepeatRule`` asked for the pair once more.
  ///
  /// The rule was fixed beforehand and is the same for both sides.
  case repeated(a: Double, b: Double, reason: String)
  /// A side gave no possible value: it crashed, hung, failed its check, or gave a value outside
  /// ``possibleValues``.
  case failed(PairSide, reason: String)

  /// The values that a case can have, in any metric's unit; in ns, they reach from a millionth of a
  /// nanosecond to thirty years.
  ///
  /// Ratios of two such values are far from the limits of `Double`.
  static let possibleValues = 1e-6...1e18

  /// The outcome of two values: failed if a value is outside ``possibleValues``.
  package static func values(a: Double, b: Double) -> PairOutcome {
    for (side, value) in [(PairSide.baseline, a), (.candidate, b)]
    where !possibleValues.contains(value) {
      let problem = value > 0 && value.isFinite ? "no case can have" : "has no ratio to anything"
      return .failed(side, reason: "measured \(value), which \(problem)")
    }
    return .measured(a: a, b: b)
  }
}

/// One measurement of a pair of a gate; a pair that was repeated has several rows.
package struct PairRow: Equatable, Sendable {
  /// The index of the case in ``GatePlan/cases``.
  package var caseIndex: Int
  /// The pair's number in its case, from 0.
  package let pair: Int
  /// The side that ran first.
  package let order: PairOrder
  /// The outcome of the pair.
  package let outcome: PairOutcome

  /// Makes the row of a slot that was measured.
  package init(_ slot: GateSlot, _ outcome: PairOutcome) {
    self.init(
      caseIndex: slot.caseIndex, pair: slot.pair, order: slot.order, outcome: outcome)
  }

  package init(caseIndex: Int, pair: Int, order: PairOrder, outcome: PairOutcome) {
    self.caseIndex = caseIndex
    self.pair = pair
    self.order = order
    self.outcome = outcome
  }
}

/// The pairs of a gate, and the plan that they follow.
package struct PairRecording: Equatable, Sendable {
  /// The plan of the gate.
  package let plan: GatePlan
  /// The measurements of pairs, repeats included, in their order.
  package let rows: [PairRow]

  package init(plan: GatePlan, rows: [PairRow]) {
    self.plan = plan
    self.rows = rows
  }

  /// The number of measurements that don't count, because the pair was measured again.
  package var repeated: Int {
    rows.count { if case .repeated = $0.outcome { true } else { false } }
  }
}
