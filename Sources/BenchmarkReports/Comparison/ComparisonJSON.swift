public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What `compare --format json` writes: stable keys in snake case, `null` for what is absent.
public struct ComparisonJSON: Codable, Equatable, Sendable {
  /// The version of these keys: raised where one changes its meaning or goes.
  public static let schemaVersion = 1

  /// A value that is written as `null` where it is absent.
  public typealias OrNull = ProfileJSON.OrNull

  /// One of the two runs.
  public struct Run: Codable, Equatable, Sendable {
    /// How the reader called it.
    public let name: String
    /// Its host: a fingerprint, or a label.
    public let host: String
    /// When it began, in ns since 1970.
    public let startNanoseconds: UInt64
    /// The tool's release.
    public let version: String
    /// The tool's commit.
    public let commit: OrNull<String>
    /// The fingerprint of its executable.
    public let executable: String
    /// The profile.
    public let profile: String
    /// How far it came.
    public let state: String
    /// What it warned of.
    public let warnings: [String]

    private enum CodingKeys: String, CodingKey {
      case name, host, version, commit, executable, profile, state, warnings
      case startNanoseconds = "start_ns"
    }

    init(_ document: RunDocument, name: String) {
      self.name = name
      host = document.host
      startNanoseconds = document.startNanoseconds
      version = document.tool.version
      commit = OrNull(document.tool.commit)
      executable = document.tool.executable
      profile = document.plan.profile
      state = document.state.rawValue
      warnings = document.warnings
    }
  }

  /// A fact in which the runs differ.
  public struct Difference: Codable, Equatable, Sendable {
    /// What differs.
    public let what: String
    /// What it is in each; nil where a run does not say.
    public let a, b: OrNull<String>
    /// The cases that differ in it; empty where it is the whole run's.
    public let cases: [String]
  }

  /// Something to know of one run or both.
  public struct Warning: Codable, Equatable, Sendable {
    /// `A`, `B` or both.
    public let runs: [String]
    /// The fact.
    public let text: String
  }

  /// A case that was compared.
  public struct Case: Codable, Equatable, Sendable {
    /// What was counted in both.
    public struct Count: Codable, Equatable, Sendable {
      /// The quantity and the event that it was taken from.
      public let quantity, event: String
      /// How often an operation, in each run.
      public let a, b: Double
      /// Whether the runs differ in it, and whether it goes the way of the cost.
      public let differs, isLikelyCause: Bool

      private enum CodingKeys: String, CodingKey {
        case quantity, event, a, b, differs
        case isLikelyCause = "likely_cause"
      }
    }

    /// The case's name and its parts.
    public let caseName, suite, workload, primitive: String
    /// The case's parameters.
    public let parameters: [String: Int]
    /// The metric's column and its better direction.
    public let metric, polarity: String
    /// The metric in each run, in the unit that its name has.
    public let a, b: Double
    /// The invocations that gave it.
    public let invocationsA, invocationsB: Int
    /// B over A.
    public let ratio: Double
    /// The 95 % interval of the ratio.
    public let low, high: OrNull<Double>
    /// `worse`, `better`, `not-told-apart` or `no-interval`.
    public let direction: String
    /// What was counted in both runs.
    public let counts: [Count]
    /// What to know beside each figure.
    public let notesA, notesB: [String]

    private enum CodingKeys: String, CodingKey {
      case suite, workload, primitive, parameters, metric, polarity, a, b, ratio, direction, counts
      case caseName = "case"
      case invocationsA = "invocations_a"
      case invocationsB = "invocations_b"
      case low = "ratio_low"
      case high = "ratio_high"
      case notesA = "notes_a"
      case notesB = "notes_b"
    }

    init(_ compared: ComparedCase) {
      caseName = compared.id.description
      suite = compared.id.suite
      workload = compared.id.workload
      primitive = compared.id.primitive
      parameters = Dictionary(
        compared.id.parameters.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
      metric = compared.column.name
      polarity = compared.column.polarity.rawValue
      a = compared.a
      b = compared.b
      invocationsA = compared.invocationsA
      invocationsB = compared.invocationsB
      ratio = compared.ratio.value
      low = OrNull(compared.ratio.interval?.low)
      high = OrNull(compared.ratio.interval?.high)
      direction = compared.direction.rawValue
      let causes = compared.likelyCauses
      counts = compared.counts.map {
        Count(
          quantity: $0.quantity, event: $0.event, a: $0.a, b: $0.b, differs: $0.differs,
          isLikelyCause: causes.contains($0))
      }
      notesA = compared.notesA
      notesB = compared.notesB
    }
  }

  /// A case of both runs that was not compared.
  public struct Uncompared: Codable, Equatable, Sendable {
    /// The case's name, what it came to in each run, and why there is no ratio.
    public let caseName, statusA, statusB, reason: String

    private enum CodingKeys: String, CodingKey {
      case reason
      case caseName = "case"
      case statusA = "status_a"
      case statusB = "status_b"
    }
  }

  /// The version of these keys.
  public let schemaVersion: Int
  /// The two runs.
  public let a, b: Run
  /// In what else they differ; empty where like is compared with like.
  public let differences: [Difference]
  /// What to know before any ratio.
  public let warnings: [Warning]
  /// The compared cases, by suite and metric, in each the most changed first.
  public let cases: [Case]
  /// The shared cases without a ratio.
  public let uncompared: [Uncompared]
  /// The cases that one run alone has.
  public let removed, added: [String]
  /// The negative controls that neither run missed.
  public let controls: Int

  private enum CodingKeys: String, CodingKey {
    case a, b, differences, warnings, cases, removed, added, controls
    case schemaVersion = "schema_version"
    case uncompared = "not_compared"
  }

  /// Makes the document of a comparison; the names are how the reader called the runs.
  public init(_ comparison: Comparison, names: ComparisonNames) {
    schemaVersion = Self.schemaVersion
    a = Run(comparison.a, name: names[.a])
    b = Run(comparison.b, name: names[.b])
    differences = comparison.differences.map {
      Difference(
        what: $0.what, a: OrNull($0.a), b: OrNull($0.b), cases: $0.cases.map(\.description))
    }
    warnings = comparison.cautions.map { Warning(runs: $0.sides.map(\.rawValue), text: $0.text) }
    cases = comparison.tables.flatMap(\.cases).map(Case.init)
    uncompared = comparison.uncompared.map {
      Uncompared(
        caseName: $0.id.description, statusA: $0.statusA.rawValue, statusB: $0.statusB.rawValue,
        reason: $0.reason)
    }
    removed = comparison.removed.map(\.description)
    added = comparison.added.map(\.description)
    controls = comparison.controls
  }
}
