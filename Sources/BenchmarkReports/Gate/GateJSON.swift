public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What `gate --json` writes: stable keys in snake case, `null` for what is absent.
///
/// `docs/gate.schema.json` says the same to a machine.
public struct GateJSON: Codable, Equatable, Sendable {
  /// The version of these keys: raised where one changes its meaning or goes.
  public static let schemaVersion = 1

  /// A value that is written as `null` where it is absent.
  public typealias OrNull = ProfileJSON.OrNull

  /// One of the two executables.
  public struct Executable: Codable, Equatable, Sendable {
    /// The file's name and the tool's release.
    public let name, version: String
    /// The tool's commit.
    public let commit: OrNull<String>
    /// The file's fingerprint.
    public let fingerprint: String

    init(_ executable: GateExecutable) {
      name = executable.name
      version = executable.tool.version
      commit = OrNull(executable.tool.commit)
      fingerprint = executable.tool.executable
    }
  }

  /// Both executables; nil in a replay.
  public struct Executables: Codable, Equatable, Sendable {
    /// The two sides.
    public let baseline, candidate: OrNull<Executable>
  }

  /// A count that explains a difference.
  public struct Cause: Codable, Equatable, Sendable {
    /// What was counted, and the event it was taken from.
    public let quantity, event: String
    /// How often an operation, on each side.
    public let baseline, candidate: OrNull<Double>
  }

  /// A case that both executables have, and that was not compared.
  public struct Ungated: Codable, Equatable, Sendable {
    /// The case's name, and why not.
    public let caseName, reason: String

    private enum CodingKeys: String, CodingKey {
      case reason
      case caseName = "case"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case outcome, end, seed, alpha, beta, looks, executables, machine, warnings, cases, shams
    case added, removed, ungated
    case schemaVersion = "schema_version"
    case exitStatus = "exit_status"
    case elapsedSeconds = "elapsed_seconds"
    case repeatedPairs = "repeated_pairs"
    case pairsFile = "pairs_file"
  }

  /// The version of these keys.
  public let schemaVersion: Int
  /// What the whole gate came to: `pass`, `fail`, `invalid`, `error` or `inconclusive`.
  public let outcome: String
  /// What the command ends with.
  public let exitStatus: Int
  /// How the measuring ended: `complete`, `interrupted` or `budget-spent`; nil for a replay.
  public let end: OrNull<String>
  /// What the order, the coins and the paddings follow from.
  public let seed: UInt64
  /// How likely any case at all may fail, and a slower one may pass.
  public let alpha, beta: Double
  /// After how many pairs a case is looked at.
  public let looks: [Int]
  /// What was compared.
  public let executables: Executables
  /// The machine, in one line.
  public let machine: OrNull<String>
  /// What was odd about the machine.
  public let warnings: [String]
  /// What the measuring took, in s.
  public let elapsedSeconds: OrNull<Double>
  /// The gated cases, in the plan's order.
  public let cases: [Case]
  /// The baseline against itself.
  public let shams: [Case]
  /// The cases that one side alone has.
  public let added, removed: [String]
  /// The cases that can't be compared.
  public let ungated: [Ungated]
  /// The pairs that were measured once more.
  public let repeatedPairs: Int
  /// Where the pairs are.
  public let pairsFile: OrNull<String>

  /// Makes the document of a gate.
  public init(_ report: GateReport) {
    let evaluation = report.evaluation
    schemaVersion = Self.schemaVersion
    outcome = evaluation.outcome.rawValue
    exitStatus = Int(evaluation.exitStatus)
    end = OrNull(report.end?.rawValue)
    seed = evaluation.plan.seed
    alpha = evaluation.plan.alpha
    beta = evaluation.plan.beta
    looks = evaluation.plan.looks.map(\.pairs)
    executables = Executables(
      baseline: OrNull(report.baseline.map(Executable.init)),
      candidate: OrNull(report.candidate.map(Executable.init)))
    machine = OrNull(report.machine)
    warnings = report.warnings
    elapsedSeconds = OrNull(report.elapsedNanoseconds.map { Double($0) / 1e9 })
    cases = evaluation.cases.map { Case($0, cause: report.causes[$0.planned.id]) }
    // What was counted is of the two executables, not of the baseline twice.
    shams = evaluation.shams.map { Case($0, cause: nil) }
    added = report.added.map(\.description)
    removed = report.removed.map(\.description)
    ungated = report.ungated.map { Ungated(caseName: $0.id.description, reason: $0.reason) }
    repeatedPairs = report.repeatedPairs
    pairsFile = OrNull(report.pairsFile)
  }
}

extension GateJSON {
  /// One case.
  public struct Case: Codable, Equatable, Sendable {
    /// The case's name.
    public let caseName: String
    /// What was compared, and `lower-is-better` or `higher-is-better`.
    public let metric, polarity: String
    /// `pass`, `fail`, `inconclusive`, `improved`, `invalid` or `error`.
    public let verdict: String
    /// Why there is no better verdict.
    public let reason: OrNull<String>
    /// How much worse the candidate is, and the interval's ends: 1.1 is 10 % worse in any metric.
    public let ratio, ratioLow, ratioHigh: OrNull<Double>
    /// The pairs that the ratio rests on.
    public let pairs: Int
    /// The look that decided, from 1.
    public let look: OrNull<Int>
    /// The limits, as shares.
    public let effect, tolerance: Double
    /// Why the case is expected to be slower.
    public let expectedRegression: OrNull<String>
    /// What came of it: `none`, `met`, `gone` or `unclear`.
    public let expectation: String
    /// The counts of which the candidate has more.
    public let causes: [Cause]
    /// What could not be counted, and why.
    public let gaps: [String]
    /// By what factor the layout of the code is known to move the case, where that is as much as it changed.
    public let layoutFactor: OrNull<Double>

    private enum CodingKeys: String, CodingKey {
      case metric, polarity, verdict, reason, ratio, pairs, look, effect, tolerance, expectation
      case causes, gaps
      case caseName = "case"
      case ratioLow = "ratio_low"
      case ratioHigh = "ratio_high"
      case expectedRegression = "expected_regression"
      case layoutFactor = "layout_factor"
    }

    init(_ result: GateCaseResult, cause: GateCause?) {
      let planned = result.planned
      caseName = planned.id.description
      metric = planned.metric
      polarity = planned.polarity.rawValue
      verdict = result.verdict.rawValue
      reason = OrNull(result.reason.isEmpty ? nil : result.reason)
      ratio = OrNull(finite: result.ratio?.value)
      ratioLow = OrNull(finite: result.ratio?.interval?.low)
      ratioHigh = OrNull(finite: result.ratio?.interval?.high)
      pairs = result.pairs
      look = OrNull(result.look)
      effect = planned.limits.effect
      tolerance = planned.limits.tolerance
      expectedRegression = OrNull(planned.limits.expectedRegression)
      expectation = result.expectation.name
      causes = (cause?.likely ?? []).map {
        Cause(
          quantity: $0.quantity, event: $0.event, baseline: OrNull(finite: $0.a),
          candidate: OrNull(finite: $0.b))
      }
      gaps = cause?.gaps ?? []
      layoutFactor = OrNull(finite: result.layoutFactor())
    }
  }
}

extension GateJSON.OrNull<Double> {
  /// JSON has no number for what is not finite.
  fileprivate init(finite value: Double?) { self.init(value.flatMap { $0.isFinite ? $0 : nil }) }
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
