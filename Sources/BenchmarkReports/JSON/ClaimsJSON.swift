public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What `claims --format json` writes, described by docs/schemas/claims.schema.json: stable keys in snake case, `null`
/// for what is absent.
public struct ClaimsJSON: Encodable {
  /// Raised where a key changes its meaning or goes.
  public static let schemaVersion = 1

  let schemaVersion: Int
  let version: String
  @OrNull var commit: String?
  let host: String
  let machine: String
  let seed: UInt64
  let blocks: Int
  let warnings: [String]
  let load: Load
  let claims: [ClaimJSON]

  /// What else ran beside the launches.
  struct Load: Encodable {
    /// Of a minute, when the run began.
    @OrNull var average: Double?
    /// The CPUs that are online.
    let cpus: Int
    /// The share of their time that was stolen while trials ran.
    @OrNull var stolenShare: Double?
    /// The launches, and how many were disturbed.
    @OrNull var launches: Int?
    @OrNull var disturbed: Int?

    init(_ summary: RunSummary) {
      let environment = summary.document.environment
      average = finite(environment.load.average?.oneMinute)
      cpus = environment.topology.online.count
      stolenShare = finite(summary.disturbed?.stolenShare)
      launches = summary.disturbed?.launches
      disturbed = summary.disturbed?.count
    }
  }

  /// Makes the document of results, and of the run they were judged by.
  public init(_ results: [ClaimResult], _ summary: RunSummary) {
    let document = summary.document
    schemaVersion = Self.schemaVersion
    version = document.tool.version
    commit = document.tool.commit
    host = document.host
    machine = document.environment.caption
    seed = document.plan.seed
    blocks = document.plan.blocks
    warnings = document.warnings
    load = Load(summary)
    claims = results.map { ClaimJSON($0.claim, $0) }
  }
}

/// A claim, as `claims --list --format json` writes it, and what it came to where it was tested.
public struct ClaimJSON: Encodable {
  let id, topic, statement, guide: String
  let cases: [String]
  let rule: Rule
  let verdict: ClaimVerdict?
  let reason, meaning: String?
  let evidence: [Evidence]?

  /// Makes the object of a claim; without a result it has no keys for one.
  public init(_ claim: Claim, _ result: ClaimResult? = nil) {
    id = claim.id
    topic = claim.topic.rawValue
    statement = claim.statement
    guide = claim.guide
    cases = claim.cases
    rule = Rule(claim.rule)
    verdict = result?.verdict
    reason = result?.reason
    meaning = result.map(ClaimWords.meaning)
    evidence = result?.evidence.map(Evidence.init)
  }

  /// A rule: `all` conditions, or `each` setting of a parameter on its own.
  struct Rule: Encodable {
    let kind: String
    @OrNull var of: String?
    let conditions: [Condition]

    init(_ rule: ClaimRule) {
      if case .each(let parameter, _) = rule {
        kind = "each"
        of = parameter
      } else {
        kind = "all"
        of = nil
      }
      conditions = rule.conditions.map(Condition.init)
    }
  }

  /// What a figure has to lie in.
  struct Condition: Encodable {
    let label, figure: String
    let cases: [String]
    @OrNull var column: String?
    let endings: [ClaimEnding]
    @OrNull var low: Double?
    @OrNull var high: Double?

    init(_ condition: ClaimCondition) {
      label = condition.label
      cases = condition.figure.cases
      column = condition.figure.column
      low = condition.band.low
      high = condition.band.high
      switch condition.figure {
      case .metric: (figure, endings) = ("metric", [])
      case .ratio: (figure, endings) = ("ratio", [])
      case .share(_, let wanted):
        (figure, endings) = ("share", ClaimEnding.allCases.filter(wanted.contains))
      }
    }
  }

  /// What a condition found.
  struct Evidence: Encodable {
    let label: String
    @OrNull var value: Double?
    @OrNull var low: Double?
    @OrNull var high: Double?
    let finding, reason, seen: String

    init(_ evidence: ClaimEvidence) {
      label = evidence.condition.label
      value = evidence.estimate?.value
      low = evidence.estimate?.interval?.low
      high = evidence.estimate?.interval?.high
      seen = evidence.seen
      switch evidence.finding {
      case .inside: (finding, reason) = ("inside", "")
      case .outside: (finding, reason) = ("outside", "")
      case .across: (finding, reason) = ("across", "")
      case .unknown(let why): (finding, reason) = ("unknown", why)
      }
    }
  }
}
