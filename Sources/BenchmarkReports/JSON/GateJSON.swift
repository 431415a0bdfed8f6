public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What `gate --json` writes: stable keys in snake case, `null` for what is absent.
///
/// `docs/schemas/gate.schema.json` says the same to a machine.
public struct GateJSON: Codable, Equatable, Sendable {
  /// The version of these keys: raised where one changes its meaning or goes.
  public static let schemaVersion = 1

  /// One of the two executables.
  struct Executable: Codable, Equatable, Sendable {
    /// The file's name and the tool's release.
    let name, version: String
    /// The tool's commit.
    @OrNull var commit: String?
    /// The file's fingerprint.
    let fingerprint: String

    init(_ executable: GateExecutable) {
      name = executable.name
      version = executable.tool.version
      commit = executable.tool.commit
      fingerprint = executable.tool.executable
    }
  }

  /// Both executables; nil in a replay.
  struct Executables: Codable, Equatable, Sendable {
    /// The two sides.
    @OrNull var baseline: Executable?
    @OrNull var candidate: Executable?
  }

  /// A count that explains a difference.
  struct Cause: Codable, Equatable, Sendable {
    /// What was counted, and the event it was taken from.
    let quantity, event: String
    /// How often an operation, on each side.
    @OrNull var baseline: Double?
    @OrNull var candidate: Double?

    init(_ count: ComparedCount) {
      quantity = count.quantity
      event = count.event
      baseline = finite(count.a)
      candidate = finite(count.b)
    }
  }

  /// What was counted of another case of the same primitive.
  struct Sibling: Codable, Equatable, Sendable {
    /// The case's name.
    let `case`: String
    /// The counts of which its candidate has more.
    let causes: [Cause]

    init(_ sibling: SiblingCause) {
      `case` = sibling.id.description
      causes = sibling.likely.map(Cause.init)
    }
  }

  /// A case that both executables have, and that was not compared.
  struct Ungated: Codable, Equatable, Sendable {
    /// The case's name, and why not.
    let `case`, reason: String
  }

  /// The version of these keys.
  let schemaVersion: Int
  /// What the whole gate came to: `pass`, `fail`, `invalid`, `error`, `inconclusive` or `partial`.
  let outcome: String
  /// What the command ends with.
  let exitStatus: Int
  /// How the measuring ended: `complete`, `interrupted` or `budget-spent`; nil for a replay.
  @OrNull var end: String?
  /// What the order, the coins and the paddings follow from.
  let seed: UInt64
  /// How likely any case at all may fail, and a slower one may pass.
  let alpha, beta: Double
  /// After how many pairs a case is looked at.
  let looks: [Int]
  /// What was compared.
  let executables: Executables
  /// The machine, in one line.
  @OrNull var machine: String?
  /// What was odd about the machine.
  let warnings: [String]
  /// What the measuring took, in s.
  @OrNull var elapsedSeconds: Double?
  /// The gated cases, in the plan's order.
  let cases: [Case]
  /// The baseline against itself.
  let shams: [Case]
  /// The cases that one side alone has.
  let added, removed: [String]
  /// The cases that can't be compared.
  let ungated: [Ungated]
  /// The pairs that were measured once more.
  let repeatedPairs: Int
  /// Where the pairs are.
  @OrNull var pairsFile: String?

  /// Makes the document of a gate.
  public init(_ report: GateReport) {
    let evaluation = report.evaluation
    schemaVersion = Self.schemaVersion
    outcome = evaluation.outcome.rawValue
    exitStatus = Int(evaluation.exitStatus)
    end = report.end?.rawValue
    seed = evaluation.plan.seed
    alpha = evaluation.plan.alpha
    beta = evaluation.plan.beta
    looks = evaluation.plan.looks.map(\.pairs)
    executables = Executables(
      baseline: report.baseline.map(Executable.init),
      candidate: report.candidate.map(Executable.init))
    machine = report.machine
    warnings = report.warnings
    elapsedSeconds = report.elapsedNanoseconds.map { Double($0) / 1e9 }
    cases = evaluation.cases.map { Case($0, in: report) }
    // What was counted is of the two executables, not of the baseline twice.
    shams = evaluation.shams.map { Case($0, in: nil) }
    added = report.added.map(\.description)
    removed = report.removed.map(\.description)
    ungated = report.ungated.map { Ungated(case: $0.id.description, reason: $0.reason) }
    repeatedPairs = report.repeatedPairs
    pairsFile = report.pairsFile
  }
}

extension GateJSON {
  /// One case.
  struct Case: Codable, Equatable, Sendable {
    /// The case's name.
    let `case`: String
    /// What was compared, and `lower-is-better` or `higher-is-better`.
    let metric, polarity: String
    /// `pass`, `fail`, `inconclusive`, `improved`, `invalid`, `error` or `not-gated`.
    let verdict: String
    /// Why there is no better verdict.
    @OrNull var reason: String?
    /// How much worse the candidate is, and the interval's ends: 1.1 is 10 % worse in any metric.
    @OrNull var ratio: Double?
    @OrNull var ratioLow: Double?
    @OrNull var ratioHigh: Double?
    /// The pairs that the ratio rests on.
    let pairs: Int
    /// The look that decided, from 1.
    @OrNull var look: Int?
    /// The limits, as shares.
    let effect, tolerance: Double
    /// Why the case is expected to be slower.
    @OrNull var expectedRegression: String?
    /// What came of it: `none`, `met`, `gone` or `unclear`.
    let expectation: String
    /// The counts of which the candidate has more.
    let causes: [Cause]
    /// What could not be counted, and why.
    let gaps: [String]
    /// What the counts say of the cause: `likely`, `same-work` or `unknown`; nil where nothing was counted.
    @OrNull var finding: String?
    /// The quantities that were counted and agree.
    let agreeing: [String]
    /// What another case of the same primitive shows, where the own counts don't tell.
    @OrNull var sibling: Sibling?
    /// By what factor the layout of the code is known to move the case, where that is as much as it changed.
    @OrNull var layoutFactor: Double?

    /// Makes a case; `report` has what was counted of it, nil for a sham.
    init(_ result: GateCaseResult, in report: GateReport?) {
      let planned = result.planned
      let cause = report?.causes[planned.id]
      `case` = planned.id.description
      metric = planned.metric
      polarity = planned.polarity.rawValue
      verdict = result.verdict.rawValue
      reason = result.reason.isEmpty ? nil : result.reason
      ratio = finite(result.ratio?.value)
      ratioLow = finite(result.ratio?.interval?.low)
      ratioHigh = finite(result.ratio?.interval?.high)
      pairs = result.pairs
      look = result.look
      effect = planned.limits.effect
      tolerance = planned.limits.tolerance
      expectedRegression = planned.limits.expectedRegression
      expectation = result.expectation.name
      causes = (cause?.likely ?? []).map(Cause.init)
      gaps = cause?.gaps ?? []
      finding = cause?.finding.rawValue
      agreeing = (cause?.agreeing ?? []).map(\.quantity)
      sibling = result.verdict == .fail ? report?.sibling(of: planned.id).map(Sibling.init) : nil
      layoutFactor = finite(result.layoutFactor())
    }
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
