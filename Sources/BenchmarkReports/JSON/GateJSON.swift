package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension TableDescription where Row == GateReport {
  /// The document of `gate --json`, which docs/schemas/gate.schema.json describes.
  package static var gate: TableDescription<GateReport> {
    Self([
      .field("schema_version") { _ in 2 },
      .field("outcome", \.evaluation.outcome.rawValue),
      .field("exit_status") { Int($0.evaluation.exitStatus) },
      .field("end", \.end?.rawValue),
      .field("seed", \.evaluation.plan.seed),
      .field("alpha", \.evaluation.plan.alpha),
      .field("beta", \.evaluation.plan.beta),
      .field("looks") { $0.evaluation.plan.looks.map(\.pairs) },
      .object("executables", .executables) { $0 },
      .field("machine", \.machine),
      .field("warnings", \.warnings),
      .field("elapsed_seconds") { $0.elapsedNanoseconds.map { Double($0) / 1e9 } },
      .field("cases") { TableDescription<GateCaseResult>.gated($0).json($0.evaluation.cases) },
      // Shams have no counts: the baseline was not counted against itself.
      .objects("shams", .gated(nil), \.evaluation.shams),
      .field("added") { $0.sides?.added.map(\.description) ?? [] },
      .field("removed") { $0.sides?.removed.map(\.description) ?? [] },
      .objects("ungated", .ungated) { $0.sides?.ungated ?? [] },
      .field("repeated_pairs", \.repeatedPairs),
      .field("pairs_of_two_places", \.pairsOfTwoPlaces),
      .field("places") { $0.places.map { "\($0.cpus): \($0.text)" } },
      .field("folder", \.folder),
    ])
  }

  /// Both executables; each is `null` in a replay of a fleet's gate.
  private static var executables: Self {
    Self([
      .object("baseline", .executable, \.sides?.baseline),
      .object("candidate", .executable, \.sides?.candidate),
    ])
  }
}

extension TableDescription where Row == GateExecutable {
  /// One of the two executables.
  fileprivate static var executable: Self {
    Self([
      .field("name", \.name),
      .field("version", \.tool.version),
      .field("commit", \.tool.commit),
      .field("fingerprint", \.tool.executable),
    ])
  }
}

extension TableDescription where Row == GateCaseResult {
  /// A case; `report` has the counts of a case, and is nil for a sham.
  fileprivate static func gated(_ report: GateReport?) -> Self {
    Self(
      [
        .field("case", \.planned.id.description),
        .field("metric", \.planned.metric),
        .field("polarity", \.planned.polarity.rawValue),
        .field("verdict", \.verdict.rawValue),
        .field("reason") { $0.reason.isEmpty ? nil : $0.reason },
        // A ratio of 1.1 means that the candidate is 10 % worse, for either polarity of the metric.
        .estimate(nil, key: "ratio", .times) { $0.ratio }.exact,
        .field("pairs", \.pairs),
        .field("look", \.look),
        .field("effect", \.planned.limits.effect),
        .field("tolerance", \.planned.limits.tolerance),
        .field("expected_regression", \.planned.limits.expectedRegression),
        .field("expectation", \.expectation.name),
      ] + counted(report))
  }

  /// The columns for the cause of a difference: counts, a sibling's counts, and the factor of the
  /// code's layout.
  private static func counted(_ report: GateReport?) -> [Column] {
    [
      .objects("causes", .cause) { report?.causes[$0.planned.id]?.likely ?? [] },
      .field("gaps") { report?.causes[$0.planned.id]?.gaps ?? [] },
      .field("finding") { report?.causes[$0.planned.id]?.finding.rawValue },
      .field("agreeing") { (report?.causes[$0.planned.id]?.agreeing ?? []).map(\.quantity) },
      .object("sibling", .sibling) {
        $0.verdict == .fail ? report?.sibling(of: $0.planned.id) : nil
      },
      .field("layout_factor") { $0.layoutFactor() },
    ]
  }
}

extension TableDescription where Row == ComparedCount {
  /// A count that explains a difference.
  fileprivate static var cause: Self {
    Self([
      .field("quantity", \.quantity),
      .field("event", \.event),
      .field("baseline", \.a),
      .field("candidate", \.b),
    ])
  }
}

extension TableDescription where Row == SiblingCause {
  /// Another case of the same primitive, with the counts that are higher in the candidate.
  fileprivate static var sibling: Self {
    Self([
      .field("case", \.id.description),
      .objects("causes", .cause, \.likely),
    ])
  }
}

extension TableDescription where Row == UngatedCase {
  /// A case that both executables have, and that was not compared.
  fileprivate static var ungated: Self {
    Self([
      .field("case", \.id.description),
      .field("reason", \.reason),
    ])
  }
}

extension RegressionExpectation {
  fileprivate var name: String {
    switch self {
    case .none: "none"
    case .met: "met"
    case .gone: "gone"
    case .unclear: "unclear"
    }
  }
}
