extension GateMatch {
  /// Matches the cases of two plans by name.
  ///
  /// Negative controls of either side are left out: a case that fails by design has no speed.
  ///
  /// - Parameters:
  ///   - baseline: The baseline's cases.
  ///   - candidate: The candidate's cases.
  ///   - isElsewhere: Whether the cases are measured on machines other than this one.
  package init(baseline: Plan, candidate: Plan, isElsewhere: Bool = false) {
    let controls = Set((baseline.cases + candidate.cases).filter(\.isNegativeControl).map(\.id))
    let (old, new) = (Self.gateable(baseline, controls), Self.gateable(candidate, controls))
    let oldByID = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    let newIDs = Set(new.map(\.id))
    var subjects: [GateSubject] = []
    var ungated: [UngatedCase] = []
    for planned in new {
      guard let other = oldByID[planned.id] else { continue }
      let pair = CasePair(
        baseline: other, candidate: planned,
        baselineColumns: baseline.columns(of: planned.id),
        candidateColumns: candidate.columns(of: planned.id))
      let reason =
        isElsewhere && planned.id.dependsOnLayout
        ? "it depends on the machine's layout: gate it on one machine" : pair.reasonNotToGate
      if let reason {
        ungated.append(UngatedCase(id: planned.id, reason: reason))
      } else {
        subjects.append(GateSubject(planned: planned, columns: pair.columns))
      }
    }
    self.subjects = subjects
    self.ungated = ungated
    added = new.map(\.id).filter { oldByID[$0] == nil }
    removed = old.map(\.id).filter { !newIDs.contains($0) }
  }

  /// A plan's cases without the controls, each name once: a plan from another process may repeat a
  /// name.
  private static func gateable(_ plan: Plan, _ controls: Set<CaseID>) -> [PlannedCase] {
    var seen = controls
    return plan.cases.filter { seen.insert($0.id).inserted }
  }
}

/// A case as planned by two executables.
private struct CasePair {
  let baseline: PlannedCase
  let candidate: PlannedCase
  let baselineColumns: [MetricColumn]
  let candidateColumns: [MetricColumn]

  /// The columns that both executables have.
  var columns: [MetricColumn] { candidateColumns.filter(baselineColumns.contains) }

  /// The reason why the case can't be compared; nil if it can.
  var reasonNotToGate: String? {
    let differences = zip(baseline.conditions, candidate.conditions).compactMap { old, new in
      old.words == new.words
        ? nil : "\(old.what) \(old.words) in the baseline, \(new.words) in the candidate"
    }
    if !differences.isEmpty { return differences.joined(separator: "; ") }
    guard GateableCase(id: candidate.id, columns: columns) == nil else { return nil }
    let (old, new) = (names(baselineColumns), names(candidateColumns))
    return "none of the metrics to compare means the same on both sides: "
      + "\(old) in the baseline, \(new) in the candidate"
  }

  private func names(_ columns: [MetricColumn]) -> String {
    let names = GateableCase(id: candidate.id, columns: columns)?.metrics.map(\.name) ?? []
    return names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}

extension Plan {
  /// The columns of a case that can be compared as ratios of two launches.
  fileprivate func columns(of id: CaseID) -> [MetricColumn] {
    let table = tables.first { $0.suite == id.suite }
    return (table?.columns ?? []).filter { column in
      column.source.hasRatios
        && (column.workloads.isEmpty || column.workloads.contains(id.workload))
    }
  }
}

extension MetricSource {
  /// Whether every timed launch without a fault gives the metric a value, which is never 0.
  ///
  /// A value that may be 0 by chance, such as the number of switches or the share of a starved
  /// thread, has no ratio to another value; with such a metric, a launch without any fault would
  /// count as failed.
  fileprivate var hasRatios: Bool {
    switch self {
    case .elapsedPerOperation, .elapsedMilliseconds, .operationsPerSecond,
      .processorTimePerOperation, .fairness, .latency:
      true
    case .switchesPerOperation, .smallestShare, .shareDeviation, .timeBeyondWork,
      .observation, .observationPerSecond, .counted,
      .countedValue, .regime, .speedup, .efficiency, .overheadPerOperation, .referenceCost,
      .costBeyondReference, .costOverReference:
      false
    }
  }
}
