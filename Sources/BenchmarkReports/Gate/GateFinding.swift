public import BenchmarkAnalysis

/// One line of a gate: what the timed and the counted layer have in common, for the formats of CI systems.
public struct GateFinding: Equatable, Sendable {
  /// The case's name, with the metric behind it where a case has several lines.
  public let name: String
  /// The case's suite, by which test reports are grouped.
  public let suite: String
  /// The verdict.
  public let verdict: GateVerdict
  /// Whether this line fails the build.
  public let failsBuild: Bool
  /// The figures in one line, such as `12 % slower (9 to 15 %), 28 pairs`.
  public let figures: String
  /// Further lines: the likely cause, the reason why there is no better verdict.
  public let details: [String]
  /// Whether it is the baseline against itself, and no case of the gate.
  public let isSham: Bool

  /// Makes a line of its parts.
  public init(
    name: String, suite: String, verdict: GateVerdict, failsBuild: Bool, figures: String,
    details: [String] = [], isSham: Bool = false
  ) {
    self.isSham = isSham
    self.name = name
    self.suite = suite
    self.verdict = verdict
    self.failsBuild = failsBuild
    self.figures = figures
    self.details = details
  }
}
