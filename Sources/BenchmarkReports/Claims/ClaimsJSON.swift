public import BenchmarkAnalysis
public import BenchmarkModel
import BenchmarkStatistics

/// What `claims --format json` writes, described by docs/claims.schema.json: stable keys in snake case, `null`
/// for what is absent.
public struct ClaimsJSON: Encodable {
  private let document: RunDocument?
  private let results: [ClaimResult]

  /// Raised where a key changes its meaning or goes.
  public static let schemaVersion = 1

  /// Makes the document of results, and of the run they were judged by.
  public init(_ results: [ClaimResult], _ document: RunDocument) {
    self.results = results
    self.document = document
  }

  private enum Key: String, CodingKey {
    case schemaVersion = "schema_version"
    case version, commit, host, machine, seed, blocks, warnings, claims
  }

  /// Writes the document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.schemaVersion, forKey: .schemaVersion)
    try container.encode(document?.tool.version, forKey: .version)
    try container.encode(document?.tool.commit, forKey: .commit)
    try container.encode(document?.host, forKey: .host)
    try container.encode(document?.environment.caption, forKey: .machine)
    try container.encode(document?.plan.seed, forKey: .seed)
    try container.encode(document?.plan.blocks, forKey: .blocks)
    try container.encode(document?.warnings ?? [], forKey: .warnings)
    try container.encode(results.map(ClaimEntry.init), forKey: .claims)
  }
}

/// The claims themselves, as `claims --list --format json` writes them.
public struct ClaimListJSON: Encodable {
  private let claims: [Claim]

  /// Makes the list of claims.
  public init(_ claims: [Claim]) { self.claims = claims }

  /// Writes an array, an object a claim.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(claims.map(DeclarationEntry.init))
  }
}

private struct DeclarationEntry: Encodable {
  let id, topic, statement, guide: String
  let cases: [String]
  let rule: RuleEntry

  init(_ claim: Claim) {
    id = claim.id
    topic = claim.topic.rawValue
    statement = claim.statement
    guide = claim.guide
    cases = claim.cases
    rule = RuleEntry(claim.rule)
  }
}

private struct ClaimEntry: Encodable {
  private let declaration: DeclarationEntry
  private let verdict: ClaimVerdict
  private let reason, meaning: String
  private let evidence: [EvidenceEntry]

  init(_ result: ClaimResult) {
    declaration = DeclarationEntry(result.claim)
    verdict = result.verdict
    reason = result.reason
    meaning = ClaimWords.meaning(of: result)
    evidence = result.evidence.map(EvidenceEntry.init)
  }

  private enum Key: String, CodingKey {
    case verdict, reason, meaning, evidence
  }

  func encode(to encoder: any Encoder) throws {
    try declaration.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(verdict, forKey: .verdict)
    try container.encode(reason, forKey: .reason)
    try container.encode(meaning, forKey: .meaning)
    try container.encode(evidence, forKey: .evidence)
  }
}

/// A rule: `all` conditions, or `each` setting of a parameter on its own.
private struct RuleEntry: Encodable {
  private let kind: String
  private let of: String?
  private let conditions: [ConditionEntry]

  init(_ rule: ClaimRule) {
    switch rule {
    case .all: (kind, of) = ("all", nil)
    case .each(let parameter, _): (kind, of) = ("each", parameter)
    }
    conditions = rule.conditions.map(ConditionEntry.init)
  }

  private enum Key: String, CodingKey {
    case kind, of, conditions
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(of, forKey: .of)
    try container.encode(conditions, forKey: .conditions)
  }
}

private struct ConditionEntry: Encodable {
  private let condition: ClaimCondition

  init(_ condition: ClaimCondition) { self.condition = condition }

  private enum Key: String, CodingKey {
    case label, figure, cases, column, endings, low, high
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(condition.label, forKey: .label)
    try container.encode(condition.figure.cases, forKey: .cases)
    try container.encode(condition.figure.column, forKey: .column)
    try container.encode(condition.band.low, forKey: .low)
    try container.encode(condition.band.high, forKey: .high)
    var endings: [ClaimEnding] = []
    switch condition.figure {
    case .metric: try container.encode("metric", forKey: .figure)
    case .ratio: try container.encode("ratio", forKey: .figure)
    case .share(_, let wanted):
      try container.encode("share", forKey: .figure)
      endings = ClaimEnding.allCases.filter(wanted.contains)
    }
    try container.encode(endings, forKey: .endings)
  }
}

private struct EvidenceEntry: Encodable {
  private let evidence: ClaimEvidence

  init(_ evidence: ClaimEvidence) { self.evidence = evidence }

  private enum Key: String, CodingKey {
    case label, value, low, high, finding, reason, seen
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(evidence.condition.label, forKey: .label)
    try container.encode(evidence.estimate?.value, forKey: .value)
    try container.encode(evidence.estimate?.interval?.low, forKey: .low)
    try container.encode(evidence.estimate?.interval?.high, forKey: .high)
    try container.encode(evidence.seen, forKey: .seen)
    let (finding, reason): (String, String) =
      switch evidence.finding {
      case .inside: ("inside", "")
      case .outside: ("outside", "")
      case .across: ("across", "")
      case .unknown(let reason): ("unknown", reason)
      }
    try container.encode(finding, forKey: .finding)
    try container.encode(reason, forKey: .reason)
  }
}
