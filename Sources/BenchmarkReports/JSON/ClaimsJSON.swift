package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension TableDescription where Row == RunSummary {
  /// The document of `claims --format json`, which docs/schemas/claims.schema.json describes.
  package static func claims(_ results: [ClaimResult]) -> TableDescription<RunSummary> {
    Self([
      .field("schema_version") { _ in 1 },
      .field("version", \.document.tool.version),
      .field("commit", \.document.tool.commit),
      .field("host", \.document.host),
      .field("machine", \.document.environment.caption),
      .field("seed", \.document.plan.seed),
      .field("blocks", \.document.plan.blocks),
      .field("warnings", \.document.warnings),
      .object("load", .load) { $0 },
      .objects("claims", .result) { _ in results },
    ])
  }

  /// The load of the machine at the start and during the trials.
  private static var load: Self {
    Self([
      .field("average", \.document.environment.load.average?.oneMinute),
      .field("cpus", \.document.environment.topology.online.count),
      .field("stolen_share", \.disturbed?.stolenShare),
      .field("launches", \.disturbed?.launches),
      .field("disturbed", \.disturbed?.count),
    ])
  }
}

extension TableDescription where Row == Claim {
  /// A claim of `claims --list --format json`.
  package static var claim: TableDescription<Claim> { Self(declaration { $0 }) }
}

extension TableDescription where Row == ClaimResult {
  /// A tested claim with its verdict.
  fileprivate static var result: Self {
    Self(
      declaration(\.claim) + [
        .field("verdict", \.verdict.rawValue),
        .field("reason", \.reason),
        .field("meaning", ClaimWords.meaning),
        .objects("evidence", .evidence, \.evidence),
      ])
  }
}

extension TableDescription {
  /// The columns that a claim has with or without a verdict.
  fileprivate static func declaration(_ claim: @escaping @Sendable (Row) -> Claim) -> [Column] {
    [
      .field("id") { claim($0).id },
      .field("topic") { claim($0).topic.rawValue },
      .field("statement") { claim($0).statement },
      .field("guide") { claim($0).guide },
      .field("cases") { claim($0).cases },
      .object("rule", .rule) { claim($0).rule },
    ]
  }
}

extension TableDescription where Row == ClaimRule {
  /// The rule of a claim.
  ///
  /// Its kind is `all` if all its conditions must hold, and `each` if one condition is judged at
  /// several settings of a parameter.
  fileprivate static var rule: Self {
    Self([
      .field("kind") { $0.eachParameter == nil ? "all" : "each" },
      .field("of", \.eachParameter),
      .objects("conditions", .condition, \.conditions),
    ])
  }
}

extension ClaimRule {
  fileprivate var eachParameter: String? {
    if case .each(let parameter, _) = self { parameter } else { nil }
  }
}

extension TableDescription where Row == ClaimCondition {
  /// A condition: the band in which a figure must lie.
  fileprivate static var condition: Self {
    Self([
      .field("label", \.label),
      .field("figure", \.figure.kind),
      .field("cases", \.figure.cases),
      .field("column", \.figure.column),
      .field("endings", \.figure.endings),
      .field("low", \.band.low),
      .field("high", \.band.high),
    ])
  }
}

extension ClaimFigure {
  fileprivate var kind: String {
    switch self {
    case .metric: "metric"
    case .ratio: "ratio"
    case .share: "share"
    }
  }

  fileprivate var endings: [String] {
    guard case .share(_, let wanted) = self else { return [] }
    return ClaimEnding.allCases.filter(wanted.contains).map(\.rawValue)
  }
}

extension TableDescription where Row == ClaimEvidence {
  /// The figure of a condition, and whether it lies in the condition's band.
  fileprivate static var evidence: Self {
    Self(
      Column.plainEstimate(\.estimate).map(\.exact) + [
        .field("label", \.condition.label),
        .field("finding", \.finding.name),
        .field("reason", \.finding.lack),
        .field("seen", \.seen),
      ])
  }
}

extension ClaimFinding {
  fileprivate var name: String {
    switch self {
    case .inside: "inside"
    case .outside: "outside"
    case .across: "across"
    case .unknown: "unknown"
    }
  }

  /// The reason why a finding is unknown; empty if it is known.
  fileprivate var lack: String {
    if case .unknown(let why) = self { why } else { "" }
  }
}
