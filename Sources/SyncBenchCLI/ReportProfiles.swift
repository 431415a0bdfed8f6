import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkRunner

/// Explains the cases whose events a run counted, from the run's own data.
struct ReportProfiles {
  private let run: Run
  private let counted: [Int: [[CounterRow]]]
  private let cases: [CaseID: CaseSummary]
  private let summaries: [CaseSummary]
  private let situations: [String: [CaseSummary]]
  private let tables: [String: SuiteTable]
  private let removed: Set<CaseID>

  init(_ run: Run, _ summary: RunSummary) {
    self.run = run
    summaries = summary.cases
    cases = summaries.keyed(by: \.id)
    situations = Dictionary(grouping: summaries, by: \.id.situation)
    tables = run.document.plan.tables.keyed(by: \.suite)
    removed = Set(summary.suites.flatMap(\.removedClosures))
    // The launches are grouped once, because a search through all launches for each case would take
    // quadratic time.
    counted = run.countedRows()
  }

  /// A profile of each valid case whose events were counted, in the order in which the plan lists
  /// the cases to count.
  func profiles() -> [CaseProfile] {
    (run.document.plan.counting?.cases ?? []).compactMap { index in
      guard run.document.plan.cases.indices.contains(index), let rows = counted[index],
        let summary = cases[run.document.plan.cases[index].id], summary.status == .valid
      else { return nil }
      return CaseProfile(evidence(of: summary, rows))
    }
  }

  private func evidence(of summary: CaseSummary, _ rows: [[CounterRow]]) -> ProfileEvidence {
    let study = try? CaseStudy(
      of: summary.id, in: Session.catalog, cpus: run.document.environment.usableCPUs.count)
    var evidence = ProfileEvidence(
      summary, study: study, in: tables[summary.id.suite], cases: cases, counters: rows)
    evidence.rivals = rivals(of: summary, hasTraits: !evidence.traits.isEmpty)
    return evidence
  }

  private func rivals(of summary: CaseSummary, hasTraits: Bool) -> [CaseSummary] {
    (situations[summary.id.situation] ?? []).filter { other in
      guard let description = tables[other.id.suite]?.description(of: other.id.primitive) else {
        return true
      }
      return description.yardstick == nil && !removed.contains(other.id)
        && (!hasTraits || description.isRivalOfLocks)
    }
  }
}

extension ProfileEvidence {
  /// Collects the evidence on a case except its rivals; if the catalogue no longer has the case,
  /// there is no study, and the evidence is from the run alone.
  init(
    _ summary: CaseSummary, study: CaseStudy?, in table: SuiteTable?,
    cases: [CaseID: CaseSummary], counters: [[CounterRow]]
  ) {
    let id = summary.id
    let subject = study?.subject
    let isPool = if case .pool? = subject?.workload.threads { true } else { false }
    self.init(
      summary: summary, traits: table?.description(of: id.primitive)?.traits ?? [],
      role: table?.role(of: id.workload), threads: subject?.threadCount ?? id["threads"] ?? 1,
      cpus: Array(Set(summary.planned.placement.cpus)).sorted(),
      runsOnPool: isPool || subject?.primitive.usesPool == true,
      uncontended: study?.uncontended.flatMap { cases[$0.id] },
      waits: study?.waits.flatMap { cases[$0.id] } ?? summary, counters: counters)
  }
}
