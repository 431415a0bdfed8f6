import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkRunner

/// Explains the cases of a run for which counters were taken, by what the run itself has of them.
struct ReportProfiles {
  private let run: Run
  private let counted: [Int: [[CounterRow]]]
  private let cases: [CaseID: CaseSummary]
  private let summaries: [CaseSummary]
  private let situations: [String: [CaseSummary]]
  private let tables: [String: SuiteTable]

  init(_ run: Run, _ summary: RunSummary) {
    self.run = run
    summaries = summary.cases
    cases = summaries.keyed(by: \.id)
    situations = Dictionary(grouping: summaries, by: \.id.situation)
    tables = run.document.plan.tables.keyed(by: \.suite)
    // Once for all: looking through all invocations for each case would square their number.
    let passes = CountingPass.allCases
    counted = Dictionary(grouping: run.counted, by: \.key.caseIndex).mapValues { entries in
      entries.sorted {
        let order = [$0, $1].map { passes.firstIndex(of: $0.key.pass) ?? 0 }
        return (order[0], $0.key.number) < (order[1], $1.key.number)
      }.map(\.value.rows)
    }
  }

  /// A profile of each counted case, in the plan's order.
  func profiles() -> [CaseProfile] {
    (run.document.plan.counting?.cases ?? []).compactMap { index in
      guard run.document.plan.cases.indices.contains(index), let rows = counted[index],
        let summary = cases[run.document.plan.cases[index].id], summary.status == .valid
      else { return nil }
      return CaseProfile(evidence(of: summary, rows))
    }
  }

  private func evidence(of summary: CaseSummary, _ rows: [[CounterRow]]) -> ProfileEvidence {
    let id = summary.id
    let traits = tables[id.suite]?.description(of: id.primitive)?.traits ?? []
    // A case that the catalogue no longer has is explained by what the run says of it.
    let study = try? CaseStudy(
      of: id, in: Session.catalog, cpus: run.document.environment.usableCPUs.count)
    let subject = study?.subject
    var runsOnPool = subject?.primitive.usesPool ?? false
    if case .pool? = subject?.workload.threads { runsOnPool = true }
    return ProfileEvidence(
      summary: summary, traits: traits, role: tables[id.suite]?.role(of: id.workload),
      threads: subject?.threadCount ?? id["threads"] ?? 1,
      cpus: Array(Set(summary.planned.placement.cpus)).sorted(), runsOnPool: runsOnPool,
      rivals: rivals(of: summary, hasTraits: !traits.isEmpty),
      uncontended: study?.uncontended.flatMap { cases[$0.id] },
      waits: study?.waits.flatMap { cases[$0.id] } ?? summary, counters: rows)
  }

  private func rivals(of summary: CaseSummary, hasTraits: Bool) -> [CaseSummary] {
    (situations[summary.id.situation] ?? []).filter { other in
      guard hasTraits, let description = tables[other.id.suite]?.description(of: other.id.primitive)
      else {
        return true
      }
      return description.isRivalOfLocks
    }
  }
}
