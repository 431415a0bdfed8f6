import BenchmarkAnalysis
package import BenchmarkModel
import BenchmarkStatistics

/// The table of the chart `gate-pairs`: the pairs of one case of a gate, and what the gate decided.
///
/// The first row, whose `pair` is empty, has the plan and the result: the limits, the number of
/// pairs at each look (`looks`), the verdict, the number of pairs that it rests on
/// (`decided_pairs`), and the ratio by which the candidate is worse, with its interval.
package enum GatePairsTable {
  /// The header.
  package static let columns = [
    "case", "role", "metric", "polarity", "effect", "tolerance", "pair", "order", "status",
    "value_a", "value_b", "reason", "looks", "verdict", "decided_pairs", "ratio", "ratio_low",
    "ratio_high",
  ]

  /// The table of a case; nil if the gate did not plan the case in this role.
  ///
  /// - Parameters:
  ///   - id: The case's name.
  ///   - role: The candidate against the baseline, or the baseline against itself.
  /// - Complexity: O(pairs of all cases), plus O(n log n) in the pairs of each look for the
  ///   verdict.
  package static func render(
    _ recording: PairRecording, case id: String, role: GateRole = .gated
  ) -> String? {
    let plan = recording.plan
    guard
      let index = plan.cases.firstIndex(where: { $0.role == role && $0.id.description == id })
    else { return nil }
    var tally = GateTally(plan: plan)
    let rows = recording.rows.filter { $0.caseIndex == index }
    for row in rows { tally.add(row) }
    let evaluation = tally.evaluation()
    let result = (evaluation.cases + evaluation.shams).first { $0.planned == plan.cases[index] }
    return CSV.line(columns) + CSV.line(planned(plan.cases[index], tally, result))
      + rows.map { CSV.line(fields($0, of: plan.cases[index])) }.joined()
  }

  private static func planned(
    _ planned: GateCase, _ tally: GateTally, _ result: GateCaseResult?
  ) -> [String] {
    [
      planned.id.description, planned.role.rawValue, planned.metric, planned.polarity.rawValue,
      FigureText.significant(planned.limits.effect),
      FigureText.significant(planned.limits.tolerance), "", "", "", "", "", "",
      tally.looks.map { String($0.pairs) }.joined(separator: " "),
      result?.verdict.rawValue.uppercased() ?? "", result.map { String($0.pairs) } ?? "",
      FigureText.significant(result?.ratio?.value),
      FigureText.significant(result?.ratio?.interval?.low),
      FigureText.significant(result?.ratio?.interval?.high),
    ]
  }

  private static func fields(_ row: PairRow, of planned: GateCase) -> [String] {
    let (status, a, b, reason) = outcome(row.outcome)
    return [
      planned.id.description, planned.role.rawValue, "", "", "", "", String(row.pair),
      row.order.rawValue, status, FigureText.significant(a), FigureText.significant(b), reason,
    ] + [String](repeating: "", count: columns.count - 12)
  }

  private static func outcome(
    _ outcome: PairOutcome
  ) -> (status: String, a: Double?, b: Double?, reason: String) {
    switch outcome {
    case .measured(let a, let b): ("measured", a, b, "")
    case .repeated(let a, let b, let reason): ("repeated", a, b, reason)
    case .failed(let side, let reason): ("failed-\(side.rawValue)", nil, nil, reason)
    }
  }
}
