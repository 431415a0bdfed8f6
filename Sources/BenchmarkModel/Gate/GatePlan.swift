public import BenchmarkStatistics

/// What a gated case is there for.
public enum GateRole: String, Sendable {
  /// The candidate against the baseline.
  case gated
  /// The baseline against itself: what it shows is the machine's doing.
  case sham
}

/// When a case's difference matters.
public struct CaseLimits: Equatable, Sendable {
  /// The smallest slowdown that fails, as a share: 0.05 is 5 %.
  public let effect: Double
  /// The largest slowdown that may pass, as a share: no less than the effect.
  public let tolerance: Double
  /// Why the case is expected to be slower; nil where it is not.
  public let expectedRegression: String?

  /// The limits of a case that nobody gave others.
  public static let usual = CaseLimits()

  /// Makes limits of shares, with 0 < `effect` <= `tolerance`.
  public init(effect: Double = 0.05, tolerance: Double = 0.1, expectedRegression: String? = nil) {
    precondition(0 < effect && effect <= tolerance, "a tolerance is at least the effect, above 0")
    self.effect = effect
    self.tolerance = tolerance
    self.expectedRegression = expectedRegression
  }
}

/// One case of a gate: what is compared of it, and when a difference matters.
public struct GateCase: Equatable, Sendable {
  /// The case's name.
  public let id: CaseID
  /// What it is there for.
  public let role: GateRole
  /// The name of the metric that is compared, with the unit.
  public let metric: String
  /// Which direction of the metric is better: one of the two.
  public let polarity: Polarity
  /// When a difference matters.
  public let limits: CaseLimits

  /// Makes a case of a gate; `polarity` is not neutral.
  public init(
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

  /// The same case, with the baseline on both sides and nothing expected of it.
  public var sham: GateCase {
    GateCase(
      id: id, role: .sham, metric: metric, polarity: polarity,
      limits: CaseLimits(effect: limits.effect, tolerance: limits.tolerance))
  }
}

/// All that is fixed of a gate before its first pair is measured.
public struct GatePlan: Equatable, Sendable {
  /// What the order, the coins and the paddings follow from.
  public let seed: UInt64
  /// How likely any gated case at all may fail where nothing differs.
  public let alpha: Double
  /// How likely a case that is slower by its tolerance may pass.
  public let beta: Double
  /// The cases, gated and sham, each pair of name and role once.
  public let cases: [GateCase]

  /// The largest `alpha` and `beta` of a gate: with a larger one, a coin would be as good.
  public static let largestError = 0.5

  /// Makes a plan; one case at least is gated, and `alpha` and `beta` lie between 0 and 1.
  public init(seed: UInt64, alpha: Double = 0.01, beta: Double = 0.05, cases: [GateCase]) {
    precondition(cases.contains { $0.role == .gated }, "a gate without cases decides nothing")
    self.seed = seed
    self.alpha = alpha
    self.beta = beta
    self.cases = cases
  }

  /// The looks at each case.
  ///
  /// Shams are not counted among the cases that share `alpha`: none of them can fail a build.
  public var looks: [GateLook] {
    gateLooks(cases: cases.count { $0.role == .gated }, alpha: alpha, beta: beta)
  }
}
