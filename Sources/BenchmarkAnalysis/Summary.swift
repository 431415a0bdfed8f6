package import BenchmarkModel
package import BenchmarkStatistics

/// The outcome of a case.
package enum CaseStatus: String, Equatable, Sendable {
  /// Every trial's check held, and every launch gave a result.
  case valid
  /// A check of some trial failed, or the case is a control that can't show its fault.
  case invalid
  /// A launch gave no result.
  case failed
  /// The checks held, but no launch counts: each was disturbed or in another place than the wanted
  /// one.
  case disturbed
  /// The run was stopped before any launch of the case.
  case notMeasured = "not-measured"
}

/// A metric of a case.
package struct MetricSummary: Equatable, Sendable {
  /// The median of the launches' summaries (one value per launch), with a 95 % interval from five
  /// launches on.
  package let estimate: Estimate
  /// The exact interval of the median by order statistics, from six launches on.
  package var orderInterval: Interval?
  /// The launches' summaries, by block; nil if the block has none.
  package let byBlock: [Double?]
  /// The values behind the summary of each launch: those of its trials, or a single value.
  package var samples: [[Double]] = []
  /// The quantile that sums up a launch's values.
  package var level: Double = 0.5

  /// The number of launches with a value.
  package var launches: Int { byBlock.count { $0 != nil } }

  /// The number of regimes: 2 if a gap divides the launches' summaries, otherwise 1.
  package var modes: Int { modeCount(byBlock.compactMap { $0 }) }
}

/// A case of a run, summed up.
package struct CaseSummary: Equatable, Sendable {
  /// The case as it was planned.
  package let planned: PlannedCase
  package let status: CaseStatus
  /// The reason why the case is not valid, or why it is not ranked though valid; empty otherwise.
  package let reason: String
  /// The number of launches that count for the figures.
  package let launches: Int
  /// The metrics by column name; none unless the case is valid and no control.
  package let metrics: [String: MetricSummary]
  /// Notes for the reader beside the figures, a line each.
  package let notes: [String]

  /// The case's name.
  package var id: CaseID { planned.id }

  /// Whether the case is a negative control that failed as planned, or an open case that was
  /// launched: every end of an open case is an expected result.
  package let isCaughtControl: Bool
  /// The number of operations of all trials whose check held, including those of disturbed
  /// launches.
  package var checkedOperations: UInt64 = 0

  /// The smallest failure rate per operation that the checks exclude with 95 % confidence; nil if
  /// no operation was checked, or if the case is not valid.
  package var excludedFailureRate: Double? {
    status == .valid && checkedOperations > 0
      ? excludedRate(trials: Double(checkedOperations)) : nil
  }

  /// The number of launches in which all threads shared one CPU although each should have had its
  /// own.
  package var onOneCPU = 0

  /// Whether the threads shared one CPU in most launches, so that the median is of a launch without
  /// contention.
  package var isUncontended: Bool { 2 * onOneCPU > launches }

  /// The place of the case's CPUs on the host; nil for a case of one CPU, or if the place was not
  /// read.
  package var place: Place? = nil
  /// Whether the case's place differs from that of its rivals.
  package var isElsewhere = false
  /// The costs in the other places, as in `siblings 28 ns: 14.6 ns (2 launches)`.
  package var otherPlaces: [String] = []

  /// Whether the figures of both cases are of one place; a case without a place can be compared
  /// with any case.
  func isInPlace(of other: CaseSummary) -> Bool {
    guard let place, let otherPlace = other.place else { return true }
    return place.isLike(otherPlace)
  }

  /// Whether the case's figures can't be compared with those of its rivals; ``reason`` says why.
  package var isSetApart: Bool { isUncontended || isElsewhere }

  /// Whether the case is a control that had to fail and did not, so that its check proves nothing.
  package var isMissedControl: Bool {
    planned.isNegativeControl && !planned.isOpen && status == .valid
  }
}

/// A suite of a run, summed up.
package struct SuiteSummary: Equatable, Sendable {
  package let table: SuiteTable
  /// The cases, in the plan's order.
  package let cases: [CaseSummary]

  /// The metric by which cases of a workload are ranked: the first column whose polarity is not
  /// neutral.
  package func primaryMetric(of workload: String) -> MetricColumn? {
    table.columns.first {
      $0.polarity != .neutral && ($0.workloads.isEmpty || $0.workloads.contains(workload))
    }
  }

  /// Half the width of the interval divided by the value, for the metric by which a case is ranked,
  /// or its first metric if its workload has no ranking; nil without an interval.
  package func relativeHalfWidth(of summary: CaseSummary) -> Double? {
    firstMetric(of: summary).flatMap { metric in
      metric.estimate.interval?.relativeHalfWidth(around: metric.estimate.value)
    }
  }

  /// The metric by which a case is ranked, or its first metric if its workload has no ranking; nil
  /// if the case has no such metric.
  func firstMetric(of summary: CaseSummary) -> MetricSummary? {
    let column =
      primaryMetric(of: summary.id.workload)
      ?? table.columns.first { summary.metrics[$0.name] != nil }
    return column.flatMap { summary.metrics[$0.name] }
  }
}

/// The disturbed launches of a run, and the causes.
package struct DisturbedLaunches: Equatable, Sendable {
  /// The number of launches of cases that are no negative controls.
  package let launches: Int
  /// The numbers of disturbed launches, by the kind of disturbance.
  package let byState: [TrialState: Int]
  /// The share of the CPUs' time that the hypervisor took while trials ran; nil if that is not
  /// known.
  package let stolenShare: Double?
  /// Whether figures leave out disturbed launches; these launches count if the machine was never
  /// quiet, or if the plan has no further launches.
  package let areLeftOut: Bool
  /// Whether the machine was found never to be quiet.
  package let isNeverQuiet: Bool
  /// The number of cases whose launches count even beside a neighbour on the core, because there
  /// were too few other launches.
  package let casesBesideNeighbours: Int

  /// The number of disturbed launches.
  package var count: Int { byState.values.reduce(0, +) }

  init(_ run: Run) {
    let cases = run.document.plan.cases
    let judged = run.records.filter { !cases[$0.key.caseIndex].isNegativeControl }
    launches = judged.count
    byState = Dictionary(grouping: judged.values.compactMap(\.disturbance)) { $0 }
      .mapValues(\.count)
    stolenShare = Self.stolenShare(of: run)
    areLeftOut = run.leavesOutDisturbed
    isNeverQuiet = run.document.plan.decided?.isNeverQuiet ?? false
    casesBesideNeighbours = run.document.plan.decided?.neverAlone.count ?? 0
  }

  /// The stolen share of the time of all CPUs, because a trial's steal is a sum over all CPUs.
  private static func stolenShare(of run: Run) -> Double? {
    var (elapsed, stolen) = (0.0, 0.0)
    // The loop is lazy, because an array of all trials would copy the run.
    for trial in run.records.values.lazy.flatMap(\.trials) {
      guard let steal = trial.stealNanoseconds else { return nil }
      elapsed += Double(trial.elapsedNanoseconds)
      stolen += Double(steal)
    }
    guard elapsed > 0 else { return nil }
    let cpus = max(run.document.environment.topology.online.count, 1)
    // A tick is counted whole, so short trials can seem to lose more time than they took.
    return min(1, stolen / (elapsed * Double(cpus)))
  }

  /// The number of disturbed launches, the causes and the consequence; nil if no launch was
  /// disturbed.
  package var text: String? {
    guard count > 0 else { return nil }
    let causes = TrialState.allCases.compactMap { state in
      byState[state].map { "\(state.text) in \($0)" }
    }.joined(separator: ", ")
    return "\(count) of \(launches) launches were disturbed (\(causes)): \(consequence)"
  }

  private var consequence: String {
    if isNeverQuiet { return "all count, because most of the first launches were disturbed" }
    guard areLeftOut else { return "they count, because the plan has no further launches" }
    guard casesBesideNeighbours > 0 else { return "figures leave them out" }
    let cases = casesBesideNeighbours == 1 ? "1 case" : "\(casesBesideNeighbours) cases"
    return
      "figures leave them out, except in \(cases) that had hardly any launch without a neighbour"
  }
}

extension RunSummary {
  /// The summary of only the cases that have a place and are not ``CaseStatus/disturbed``.
  package var ofPlaces: RunSummary {
    var part = self
    part.suites = suites.compactMap { suite in
      let cases = suite.cases.filter { $0.place != nil && $0.status != .disturbed }
      return cases.isEmpty ? nil : SuiteSummary(table: suite.table, cases: cases)
    }
    return part
  }

  /// The places of the CPUs on the host, for the three sets of CPUs with the most trials; nil if
  /// unknown.
  package var placesText: String? {
    let texts = places.prefix(3).map { "CPUs \($0.cpus): \($0.text)" }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}

/// A run, summed up.
package struct RunSummary: Equatable, Sendable {
  package let document: RunDocument
  /// The suites, in the plan's order.
  package var suites: [SuiteSummary]
  /// The missing counts; none in a run that counts nothing.
  package var countingGaps: [CountingGap] = []
  /// The counts that were taken for part of the time and scaled up.
  package var scaledCounts: [ScaledCount] = []
  /// The disturbances of the run's launches; nil if unknown.
  package var disturbed: DisturbedLaunches?
  /// The places of the trials, an entry for each set of CPUs.
  package var places: [PlaceShares] = []
  /// The time from the beginning of the first trial to that of the last, in s; nil without two
  /// trials.
  package var launchedSeconds: Double? = nil
  /// The spread between the repeated runs; nil for a single run.
  package var runSpread: RunSpread? = nil

  package var cases: [CaseSummary] { suites.flatMap(\.cases) }

  /// The controls that were missed and had to be caught.
  package var missed: [CaseSummary] {
    cases.filter { $0.isMissedControl && $0.planned.mustBeCaught }
  }

  /// The valid cases, without controls whose check held.
  package var valid: [CaseSummary] { cases.filter { $0.status == .valid && !$0.isMissedControl } }

  /// The cases that did not behave as planned: invalid or failed without being meant to.
  package var unexpected: [CaseSummary] {
    cases.filter { ($0.status == .invalid || $0.status == .failed) && !$0.isCaughtControl }
  }
}
