public import BenchmarkAnalysis
public import BenchmarkModel
import BenchmarkStatistics

/// What `claims --format json` writes, described by docs/claims.schema.json: stable keys in snake case, `null`
/// for what is absent.
public struct ClaimsJSON: Encodable {
  private let document: RunDocument
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
    try container.encode(document.tool.version, forKey: .version)
    try container.encode(document.tool.commit, forKey: .commit)
    try container.encode(document.host, forKey: .host)
    try container.encode(document.environment.caption, forKey: .machine)
    try container.encode(document.plan.seed, forKey: .seed)
    try container.encode(document.plan.blocks, forKey: .blocks)
    try container.encode(document.warnings, forKey: .warnings)
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
  let kind: String
  let of: ProfileJSON.OrNull<String>
  let conditions: [ConditionEntry]

  init(_ rule: ClaimRule) {
    switch rule {
    case .all: (kind, of) = ("all", .init(nil))
    case .each(let parameter, _): (kind, of) = ("each", .init(parameter))
    }
    conditions = rule.conditions.map(ConditionEntry.init)
  }
}

private struct ConditionEntry: Encodable {
  let label, figure: String
  let cases: [String]
  let column: ProfileJSON.OrNull<String>
  let endings: [ClaimEnding]
  let low, high: ProfileJSON.OrNull<Double>

  init(_ condition: ClaimCondition) {
    label = condition.label
    cases = condition.figure.cases
    column = .init(condition.figure.column)
    low = .init(condition.band.low)
    high = .init(condition.band.high)
    switch condition.figure {
    case .metric: (figure, endings) = ("metric", [])
    case .ratio: (figure, endings) = ("ratio", [])
    case .share(_, let wanted):
      (figure, endings) = ("share", ClaimEnding.allCases.filter(wanted.contains))
    }
  }
}

private struct EvidenceEntry: Encodable {
  let label: String
  let value, low, high: ProfileJSON.OrNull<Double>
  let finding, reason, seen: String

  init(_ evidence: ClaimEvidence) {
    label = evidence.condition.label
    value = .init(evidence.estimate?.value)
    low = .init(evidence.estimate?.interval?.low)
    high = .init(evidence.estimate?.interval?.high)
    seen = evidence.seen
    switch evidence.finding {
    case .inside: (finding, reason) = ("inside", "")
    case .outside: (finding, reason) = ("outside", "")
    case .across: (finding, reason) = ("across", "")
    case .unknown(let why): (finding, reason) = ("unknown", why)
    }
  }
}
