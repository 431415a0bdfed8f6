public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What `compare --format json` writes: stable keys in snake case, `null` for what is absent.
public struct ComparisonJSON: Codable, Equatable, Sendable {
  /// The version of these keys: raised where one changes its meaning or goes.
  public static let schemaVersion = 1

  /// One of the two runs.
  struct Run: Codable, Equatable, Sendable {
    /// How the reader called it.
    let name: String
    /// Its host: a fingerprint, or a label.
    let host: String
    /// When it began, in ns since 1970.
    let startNs: UInt64
    /// The tool's release.
    let version: String
    /// The tool's commit.
    @OrNull var commit: String?
    /// The fingerprint of its executable.
    let executable: String
    /// The profile.
    let profile: String
    /// How far it came.
    let state: String
    /// What it warned of.
    let warnings: [String]

    init(_ document: RunDocument, name: String) {
      self.name = name
      host = document.host
      startNs = document.startNanoseconds
      version = document.tool.version
      commit = document.tool.commit
      executable = document.tool.executable
      profile = document.plan.profile
      state = document.state.rawValue
      warnings = document.warnings
    }
  }

  /// A fact in which the runs differ.
  struct Difference: Codable, Equatable, Sendable {
    /// What differs.
    let what: String
    /// What it is in each; nil where a run does not say.
    @OrNull var a: String?
    @OrNull var b: String?
    /// The cases that differ in it; empty where it is the whole run's.
    let cases: [String]
  }

  /// Something to know of one run or both.
  struct Warning: Codable, Equatable, Sendable {
    /// `A`, `B` or both.
    let runs: [String]
    /// The fact.
    let text: String
  }

  /// A case that was compared.
  struct Case: Codable, Equatable, Sendable {
    /// What was counted in both.
    struct Count: Codable, Equatable, Sendable {
      /// The quantity and the event that it was taken from.
      let quantity, event: String
      /// How often an operation, in each run.
      let a, b: Double
      /// Whether the runs differ in it, and whether it goes the way of the cost.
      let differs, likelyCause: Bool
    }

    /// The case's name and its parts.
    let `case`, suite, workload, primitive: String
    /// The case's parameters.
    let parameters: [String: Int]
    /// The metric's column and its better direction.
    let metric, polarity: String
    /// The metric in each run, in the unit that its name has.
    let a, b: Double
    /// The invocations that gave it.
    let invocationsA, invocationsB: Int
    /// In which place of the host both were; null for a case of one CPU.
    @OrNull var place: String?
    /// B over A.
    let ratio: Double
    /// The 95 % interval of the ratio.
    @OrNull var ratioLow: Double?
    @OrNull var ratioHigh: Double?
    /// `worse`, `better`, `not-told-apart` or `no-interval`.
    let direction: String
    /// What was counted in both runs.
    let counts: [Count]
    /// What to know beside each figure.
    let notesA, notesB: [String]

    init(_ compared: ComparedCase) {
      `case` = compared.id.description
      suite = compared.id.suite
      workload = compared.id.workload
      primitive = compared.id.primitive
      parameters = compared.id.parameterValues
      metric = compared.column.name
      polarity = compared.column.polarity.rawValue
      a = compared.a
      b = compared.b
      invocationsA = compared.invocationsA
      invocationsB = compared.invocationsB
      place = compared.place?.text
      ratio = compared.ratio.value
      ratioLow = compared.ratio.interval?.low
      ratioHigh = compared.ratio.interval?.high
      direction = compared.direction.rawValue
      let causes = compared.likelyCauses
      counts = compared.counts.map {
        Count(
          quantity: $0.quantity, event: $0.event, a: $0.a, b: $0.b, differs: $0.differs,
          likelyCause: causes.contains($0))
      }
      notesA = compared.notesA
      notesB = compared.notesB
    }
  }

  /// A case of both runs that was not compared.
  struct Uncompared: Codable, Equatable, Sendable {
    /// The case's name, what it came to in each run, and why there is no ratio.
    let `case`, statusA, statusB, reason: String
  }

  /// The version of these keys.
  let schemaVersion: Int
  /// The two runs.
  let a, b: Run
  /// In what else they differ; empty where like is compared with like.
  let differences: [Difference]
  /// What to know before any ratio.
  let warnings: [Warning]
  /// The compared cases, by suite and metric, in each the most changed first.
  let cases: [Case]
  /// The shared cases without a ratio.
  let notCompared: [Uncompared]
  /// The cases that one run alone has.
  let removed, added: [String]
  /// The negative controls that neither run missed.
  let controls: Int

  /// Makes the document of a comparison; the names are how the reader called the runs.
  public init(_ comparison: Comparison, names: ComparisonNames) {
    schemaVersion = Self.schemaVersion
    a = Run(comparison.a, name: names[.a])
    b = Run(comparison.b, name: names[.b])
    differences = comparison.differences.map {
      Difference(
        what: $0.what, a: $0.a, b: $0.b, cases: $0.cases.map(\.description))
    }
    warnings = comparison.cautions.map { Warning(runs: $0.sides.map(\.rawValue), text: $0.text) }
    cases = comparison.tables.flatMap(\.cases).map(Case.init)
    notCompared = comparison.uncompared.map {
      Uncompared(
        case: $0.id.description, statusA: $0.statusA.rawValue, statusB: $0.statusB.rawValue,
        reason: $0.reason)
    }
    removed = comparison.removed.map(\.description)
    added = comparison.added.map(\.description)
    controls = comparison.controls
  }
}
