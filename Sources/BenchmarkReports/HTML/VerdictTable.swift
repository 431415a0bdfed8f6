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

  func blocks(id: String) -> [BlockView] {
    runs.runs.indices.compactMap { run in
      let profiles = runs.runs[run].profiles.filter { $0.evidence.id.suite == suite }
      let counted = profiles.filter { $0.cost != nil }
      guard !counted.isEmpty else { return nil }
      let own = "\(id)-v\(run)"
      let title = runs.heading("Why it costs what it costs", of: run)
      return BlockView(
        id: own, title: title,
        lead:
          "What passes of their own counted, read by the rules of docs/profile.md: the strongest one "
          + "that fired, and the figures that made it fire.",
        table: table(counted, id: own + "t"))
    }
  }

  private func table(_ profiles: [CaseProfile], id: String) -> TableView {
    let parameters = SituationColumns(
      profiles.map(\.evidence.id),
      parameters: runs.suite(suite).lazy.compactMap { $0 }.first?.table.parameters ?? [])
    let columns =
      [Table.Column("primitive"), .init("workload")] + parameters.columns
      + ["verdict", "why", "evidence", "also"].map { .init($0) }
    return TableView(
      id: id, caption: "\(suite): verdicts", hint: parameters.constants, columns: columns,
      rows: profiles.map { profile in
        let id = profile.evidence.id
        return RowView(
          [.text(id.primitive), .text(id.workload)] + parameters.cells(id) + verdict(profile))
      })
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
