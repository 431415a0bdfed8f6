package import BenchmarkStatistics

/// The purpose of a gate's case.
package enum GateRole: String, Codable, Sendable {
  /// The candidate against the baseline.
  case gated
  /// The baseline against itself: any difference comes from the machine.
  case sham
}

/// The limits of a case's difference.
///
/// A slowdown between the effect and the tolerance may fail or pass.
package struct CaseLimits: Codable, Equatable, Sendable {
  /// The smallest median slowdown that fails, as a share: 0.05 is 5 %.
  package let effect: Double
  /// The slowdown, as a share, below which a case may pass: no less than the effect.
  package let tolerance: Double
  /// The reason why the case is expected to be slower; nil if it is not.
  package let expectedRegression: String?

  /// The limits of a case for which no file gives limits.
  package static let usual = CaseLimits()

  /// Makes limits of shares, with 0 < `effect` <= `tolerance`.
  package init(effect: Double = 0.05, tolerance: Double = 0.1, expectedRegression: String? = nil) {
    precondition(
      0 < effect && effect <= tolerance,
      "the effect must be above 0, and the tolerance no less than the effect")
    self.effect = effect
    self.tolerance = tolerance
    self.expectedRegression = expectedRegression
  }
}

/// One case of a gate: the metric to compare, and the limits of a difference.
package struct GateCase: Codable, Equatable, Sendable {
  /// The case's name.
  package let id: CaseID
  /// The purpose of the case.
  package let role: GateRole
  /// The name of the metric that is compared, with the unit.
  package let metric: String
  /// The better direction of the metric: lower or higher.
  package let polarity: Polarity
  /// The limits of the difference.
  package let limits: CaseLimits

  /// Makes a case of a gate; `polarity` is not neutral.
  package init(
    id: CaseID, role: GateRole = .gated, metric: String, polarity: Polarity,
    limits: CaseLimits = .usual
  ) {
    precondition(polarity != .neutral, "a metric without a better direction can't be gated")
    self.id = id
    self.role = role
    self.metric = metric
    self.polarity = polarity
    self.limits = limits
  }

  /// The same case with the baseline on both sides, and without an expected regression.
  package var sham: GateCase {
    GateCase(
      id: id, role: .sham, metric: metric, polarity: polarity,
      limits: CaseLimits(effect: limits.effect, tolerance: limits.tolerance))
  }
}

/// The facts of a gate that are fixed before its first pair is measured.
package struct GatePlan: Codable, Equatable, Sendable {
  /// The seed of the order of pairs, of the order of the sides in each pair, and of the padding of
  /// each launch's environment.
  package let seed: UInt64
  /// The largest probability that at least one gated case fails if the executables do not differ.
  package let alpha: Double
  /// The largest probability that a case passes although it is slower by its tolerance.
  package let beta: Double
  /// The cases, gated and sham, each combination of name and role once.
  package let cases: [GateCase]
  /// The number of gated cases that are measured at a time, in the order of ``cases``; nil for all.
  package var casesAtOnce: Int?
  /// The number of pairs of each case, whether it is decided or not; nil if a case ends when it is
  /// decided.
  package var fixedPairs: Int?

  /// The largest `alpha` and `beta` of a gate: with larger values, a tossed coin would be better.
  package static let largestError = 0.5

  /// A number of pairs that no case reaches.
  static let mostPairs = 100_000

  /// Makes a plan; at least one case is gated, and `alpha` and `beta` are above 0 and at most
  /// ``largestError``.
  package init(seed: UInt64, alpha: Double = 0.01, beta: Double = 0.05, cases: [GateCase]) {
    precondition(cases.contains { $0.role == .gated }, "a gate without cases decides nothing")
    self.seed = seed
    self.alpha = alpha
    self.beta = beta
    self.cases = cases
  }

  /// The looks at each case: the decisions after planned numbers of pairs.
  ///
  /// The shams use no part of `alpha`, because no sham can fail a build.
  package var looks: [GateLook] {
    gateLooks(cases: cases.count { $0.role == .gated }, alpha: alpha, beta: beta)
  }

  /// The largest number of pairs of a case.
  package var mostPairs: Int { looks.last?.pairs ?? 0 }
}

extension GatePlan {
  /// The reason why no gate can have this plan; nil if a gate can.
  package var defect: String? {
    var seen: [GateRole: Set<CaseID>] = [:]
    for gated in cases {
      guard seen[gated.role, default: []].insert(gated.id).inserted else {
        return "its gate has the case '\(gated.id)' twice"
      }
      guard gated.polarity != .neutral, gated.limits.effect > 0,
        gated.limits.tolerance >= gated.limits.effect, gated.limits.tolerance.isFinite
      else { return "its gate has limits out of range for '\(gated.id)'" }
    }
    let errors = [alpha, beta].allSatisfy { 0 < $0 && $0 <= Self.largestError }
    let counts = [casesAtOnce, fixedPairs].allSatisfy { (1...Self.mostPairs).contains($0 ?? 1) }
    return seen[.gated] != nil && errors && counts && mostPairs < Self.mostPairs
      ? nil : "its gate has no case, or numbers out of range"
  }

  /// The reason why a plan can't belong to this gate; nil if it can.
  func defect(of plan: Plan) -> String? {
    if let defect { return defect }
    let planned = Set(plan.cases.map(\.id))
    for gated in cases {
      let columns = plan.tables.first { $0.suite == gated.id.suite }?.columns ?? []
      guard planned.contains(gated.id), columns.contains(where: { $0.name == gated.metric }) else {
        return "its gate compares '\(gated.metric)' of '\(gated.id)', which its plan does not have"
      }
    }
    return seed == plan.seed && plan.blocks == mostPairs * PairLaunch.launchesOfPair
      ? nil : "its gate and its plan differ in the seed or in the number of launches"
  }

  /// Whether a launch of a case can belong to the gate.
  func launches(_ launch: PairLaunch, of id: CaseID) -> Bool {
    launch.pair < mostPairs && cases.contains { $0.id == id && $0.role == launch.arm.role }
  }
}

/// One of the two executables of a gate.
package struct GateExecutable: Codable, Equatable, Sendable {
  /// The last part of the path that the user gave.
  package let name: String
  /// The version that the executable reports.
  package let tool: ToolVersion

  package init(name: String, tool: ToolVersion) {
    self.name = name
    self.tool = tool
  }
}

/// A gate's facts about its executables, known before the first launch.
package struct GateSides: Codable, Equatable, Sendable {
  /// The executable with which the candidate is compared.
  package var baseline: GateExecutable
  /// The executable that is judged.
  package var candidate: GateExecutable
  /// Whether both sides launch the same file and report the same fingerprint.
  package var isOneFile = false
  /// The cases that only the candidate has; never gated.
  package var added: [CaseID] = []
  /// The cases that only the baseline has; never gated.
  package var removed: [CaseID] = []
  /// The cases that both executables have but that can't be compared.
  package var ungated: [UngatedCase] = []

  /// Makes the sides of two executables.
  package init(baseline: GateExecutable, candidate: GateExecutable) {
    self.baseline = baseline
    self.candidate = candidate
  }
}
