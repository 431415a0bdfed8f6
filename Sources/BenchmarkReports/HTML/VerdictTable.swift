import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// The causes of costs in runs with counters: a row for each case whose cost is known, with the
/// verdict, if there is one, and the other rules that fired.
struct VerdictTable {
  let runs: ReportRuns
  let suite: String

  /// The tables with their titles.
  var parts: [Document] {
    runs.indices.map { run in
      let profiles = runs.runs[run].profiles.filter { $0.evidence.id.suite == suite }
      let counted = profiles.filter { $0.cost != nil }
      guard !counted.isEmpty else { return [] }
      return [
        .heading(
          "\(runs.heading("Why it costs what it costs", of: run))", level: 2,
          beside:
            "The strongest rule of docs/profile.md that fired, and the figures that made it fire; "
            + "counted in launches of their own."), .table(table(counted)),
      ]
    }
  }

  private func table(_ profiles: [CaseProfile]) -> Table {
    let description = TableDescription<CaseProfile>(
      [
        .text("primitive") { $0.evidence.id.primitive },
        .text("workload") { $0.evidence.id.workload },
      ] + (runs.table(ofSuite: suite)?.columns { $0.evidence.id.parameters } ?? [])
        + Self.verdict)
    return description.table(profiles)
      .captioned("\(suite): verdicts", hint: description.constants(profiles))
  }

  private static let verdict: [TableDescription<CaseProfile>.Column] = [
    .shown("verdict") { profile in
      profile.verdict.map { .text($0.rule.title) }
        ?? .verdict(ProfileVerdict.noVerdict(profile).without(prefix: "verdict: "), .faint)
    },
    .text("why") { $0.verdict?.sentence ?? $0.nextSteps.joined(separator: " ") },
    .text("evidence") { profile in
      profile.verdict?.evidence.filter { !$0.demand.isEmpty }
        .map { "\($0.what): \(ProfileVerdict.figure($0))" }.joined(separator: "; ")
    },
    .text("also") { profile in
      profile.findings.dropFirst(profile.verdict == nil ? 0 : 1).map(\.rule.title)
        .joined(separator: ", ")
    },
  ]
}
