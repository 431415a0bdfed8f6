package import BenchmarkModel

/// The outcome of a whole gate.
package enum GateOutcome: String, Codable, CaseIterable, Sendable {
  /// Every case passed, improved, or is slower as expected.
  case pass
  /// A case is slower, and the regression was not expected.
  case fail
  /// The candidate crashed, hung or lost updates.
  case invalid
  /// The baseline gave no value in a case or a sham, or an expected regression is gone.
  case error
  /// A case was not decided, no case was gated, or a sham shows that no verdict on times can be
  /// believed.
  case inconclusive
  /// Every gated case passed, improved, or is slower as expected, but some planned cases were not
  /// gated.
  case partial

  /// The command's exit status.
  package var exitStatus: Int32 {
    switch self {
    case .pass: 0
    case .error: 1
    case .fail: 2
    case .invalid: 3
    // With status 0, nobody would notice that a machine gates fewer and fewer cases as it slows
    // down.
    case .inconclusive, .partial: 7
    }
  }
}

/// The verdicts of a gate: on each case, and on the whole.
package struct GateEvaluation: Equatable, Sendable {
  package let plan: GatePlan
  /// The gated cases, in the plan's order.
  package let cases: [GateCaseResult]
  /// The shams, in the plan's order.
  package let shams: [GateCaseResult]

  /// Evaluates recorded pairs.
  ///
  /// - Complexity: O(number of rows), and O(n log n) in the pairs of each look.
  package init(_ recording: PairRecording) {
    var tally = GateTally(plan: recording.plan)
    for row in recording.rows { tally.add(row) }
    self = tally.evaluation()
  }

  init(plan: GatePlan, results: [GateCaseResult]) {
    self.plan = plan
    cases = results.filter { $0.planned.role == .gated }
    shams = results.filter { $0.planned.role == .sham }
  }

  /// The shams (cases measured as the baseline against itself) in which one side is slower or
  /// faster than the other.
  ///
  /// Both sides of a sham are one executable, so their difference comes from the machine, although
  /// the order of the sides is random. The machine may favour one side of the gated cases too, so no
  /// verdict on times can be believed.
  package var alarmedShams: [GateCaseResult] {
    shams.filter { $0.verdict == .fail || $0.verdict == .improved }
  }

  /// The outcome of the whole gate.
  ///
  /// A fault of the candidate decides first, then an error that makes the gate useless, then a
  /// reason why the gate can't tell. A sham whose two sides differ revokes verdicts on times, but
  /// not a crash or a lost update, because neither depends on timing.
  package var outcome: GateOutcome {
    let canBelieveTimes = alarmedShams.isEmpty
    if cases.contains(where: { $0.verdict == .invalid }) { return .invalid }
    if canBelieveTimes, cases.contains(where: \.isRegression) { return .fail }
    if (cases + shams).contains(where: { $0.verdict == .error }) { return .error }
    if canBelieveTimes, cases.contains(where: \.isStale) { return .error }
    if !canBelieveTimes || cases.contains(where: { $0.verdict == .inconclusive }) {
      return .inconclusive
    }
    let left = cases.count { $0.verdict == .notGated }
    if left == 0 { return .pass }
    return left < cases.count ? .partial : .inconclusive
  }

  /// The command's exit status.
  package var exitStatus: Int32 { outcome.exitStatus }
}
