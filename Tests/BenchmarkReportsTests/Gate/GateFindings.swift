import BenchmarkAnalysis

@testable import BenchmarkReports

/// Hand-made findings for the formats of CI systems, with characters that could break a format.
enum Findings {
  static func finding(
    _ name: String, _ verdict: GateVerdict, fails: Bool = false, suite: String = "locks",
    details: [String] = []
  ) -> GateFinding {
    GateFinding(
      name: name, suite: suite, verdict: verdict, failsBuild: fails,
      figures: "12 % slower (9 to 15 %), 28 pairs", details: details)
  }

  static let all = [
    finding("a", .invalid, fails: true, details: ["pair 2: killed by SIGSEGV"]),
    finding("b", .fail, fails: true, details: ["likely cause: 1 → 2"]),
    finding("c", .fail, details: ["expected: checks its owner"]),
    finding("d", .error, fails: true, suite: "sync"),
    finding("e", .pass, fails: true, details: ["error: the expected regression is gone"]),
    finding("f", .inconclusive, details: ["undecided"]), finding("g", .improved),
    finding("h", .pass),
  ]

  static let nasty = "<a href=\"x\">&'|`*_[b](c)\u{1B}[2J\u{0}\u{FFFE}\r\n::error::100%, a: b"

  static func summary(
    _ findings: [GateFinding] = all, _ outcome: GateOutcome = .invalid, notes: [String] = ["a note"]
  ) -> GateSummary {
    GateSummary(
      title: "new against old", outcome: outcome, sentence: "a sentence", findings: findings,
      notes: notes,
      elapsedNanoseconds: 4_050_000_000)
  }

  static var hostile: GateSummary {
    GateSummary(
      title: nasty, outcome: .fail, sentence: nasty,
      findings: [
        GateFinding(
          name: nasty, suite: nasty, verdict: .fail, failsBuild: true, figures: nasty,
          details: [nasty])
      ], notes: [nasty])
  }
}
