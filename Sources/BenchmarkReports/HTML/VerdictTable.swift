import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// Why cases cost what they cost, where counters were taken: the strongest rule that fired, a row a case.
struct VerdictTable {
  private let runs: ReportRuns
  private let suite: String

  init(_ runs: ReportRuns, suite: String) {
    self.runs = runs
    self.suite = suite
  }

  /// The tables with their titles.
  var parts: [Document] {
    runs.runs.indices.map { run in
      let profiles = runs.runs[run].profiles.filter { $0.evidence.id.suite == suite }
      let counted = profiles.filter { $0.cost != nil }
      guard !counted.isEmpty else { return [] }
      return [
        .heading(
          "\(runs.heading("Why it costs what it costs", of: run))", level: 2,
          beside:
            "What passes of their own counted, read by the rules of docs/profile.md: the strongest one "
            + "that fired, and the figures that made it fire."), .table(table(counted)),
      ]
    }
  }

  private func table(_ profiles: [CaseProfile]) -> Table {
    let description = TableDescription<CaseProfile>(
      [
        .text("primitive") { $0.evidence.id.primitive },
        .text("workload") { $0.evidence.id.workload },
      ]
        + (runs.table(ofSuite: suite)?.columns { $0.evidence.id.parameters } ?? []))
    var table = description.table(profiles)
    table.columns += ["verdict", "why", "evidence", "also"].map { .init($0) }
    table.rows = zip(table.rows, profiles).map { .init($0.cells + verdict($1)) }
    return table.captioned("\(suite): verdicts", hint: description.constants(profiles))
  }

  private func verdict(_ profile: CaseProfile) -> [Cell] {
    guard let first = profile.verdict else {
      return [
        .verdict(ProfileVerdict.noVerdict(profile).without(prefix: "verdict: "), .faint),
        .text(profile.nextSteps.joined(separator: " ")), .empty,
        .text(profile.findings.map(\.rule.title).joined(separator: ", ")),
      ]
    }
    let evidence = first.evidence.filter { !$0.demand.isEmpty }
      .map { "\($0.what): \(ProfileVerdict.figure($0))" }
    return [
      .text(first.rule.title), .text(first.sentence), .text(evidence.joined(separator: "; ")),
      .text(profile.findings.dropFirst().map(\.rule.title).joined(separator: ", ")),
    ]
  }
}
