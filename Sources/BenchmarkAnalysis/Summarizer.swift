package import BenchmarkModel
import BenchmarkStatistics

/// Sums a run up from its raw tables.
package struct Summarizer: Sendable {
  private let run: Run
  private let hasIntervals: Bool
  let isConcurrent: Bool
  private let indices: [CaseID: Int]
  private let places: RunPlaces
  private var widenings: [Int: Double] = [:]
  private let countedRows: [Int: [[CounterRow]]]

  /// Makes a summarizer.
  ///
  /// - Parameters:
  ///   - place: The place on the host whose launches give the figures; nil for the place that the
  ///     rule of ``RunPlaces`` chooses for each case.
  ///   - hasIntervals: Whether figures have intervals.
  ///   - isConcurrent: Whether all CPUs are used, which changes only how long the summary takes.
  package init(
    _ run: Run, place: WantedPlace? = nil, hasIntervals: Bool = true, isConcurrent: Bool = true
  ) {
    self.run = run
    self.hasIntervals = hasIntervals
    self.isConcurrent = isConcurrent
    places = RunPlaces(run, wanted: place)
    indices = run.document.plan.cases.enumerated().keyed(by: \.element.id).mapValues(\.offset)
    countedRows = run.countedRows()
    if hasIntervals { widenings = placedWidenings() }
  }

  /// The factor that widens the intervals of each case with a place, with the case's index as key.
  ///
  /// Launches in the same state of the host are not independent. States belong to CPUs, so all
  /// cases on the same CPUs together show how long a state lasts.
  private func placedWidenings() -> [Int: Double] {
    let plan = run.document.plan
    let placed = plan.cases.indices.filter { places[$0] != nil }
    let sets = Dictionary(grouping: placed) { Set(plan.cases[$0].placement.cpus) }
    return sets.values.reduce(into: [:]) { widenings, indices in
      let series = indices.map { index in
        records(index).compactMap { cost($0, of: plan.cases[index]) }
      }
      let gaps = indices.compactMap { secondsBetweenLaunches($0) }
      let correlation = SerialCorrelation(series, secondsApart: median(gaps) ?? 0)
      for (index, costs) in zip(indices, series) {
        widenings[index] = correlation.widening(ofLaunches: costs.count)
      }
    }
  }

  /// The mean time from one launch of a case to the next, in s; nil below two launches.
  private func secondsBetweenLaunches(_ caseIndex: Int) -> Double? {
    let starts = records(caseIndex).compactMap { $0?.trials.first?.startNanoseconds }.map(
      Double.init)
    guard starts.count > 1, let first = starts.min(), let last = starts.max() else { return nil }
    return (last - first) / 1e9 / Double(starts.count - 1)
  }

  /// The summary of the run, which is deterministic to the last bit.
  ///
  /// - Complexity: O(cases × metrics × launches²).
  package func summary() -> RunSummary {
    let plan = run.document.plan
    let tables = plan.tables.keyed(by: \.suite)
    let cases = concurrentMap(plan.cases.count, isConcurrent: isConcurrent) { index in
      tables[plan.cases[index].id.suite].map { summarize(caseIndex: index, table: $0) }
    }
    let bySuite = Dictionary(grouping: cases.compactMap { $0 }) { $0.id.suite }
    let suites = plan.tables.map { SuiteSummary(table: $0, cases: bySuite[$0.suite] ?? []) }
    return RunSummary(
      document: run.document, suites: suites, countingGaps: run.countingGaps(),
      scaledCounts: ScaledCount.counts(in: countedRows.values.joined().joined()),
      disturbed: DisturbedLaunches(run), places: places.shares,
      launchedSeconds: run.launchedSeconds,
      runSpread: RunSpread(suites, plan))
  }

  private func summarize(caseIndex: Int, table: SuiteTable) -> CaseSummary {
    let planned = run.document.plan.cases[caseIndex]
    let records = self.records(caseIndex)
    let present = (0..<run.document.plan.launchedBlocks).compactMap {
      run.records[Launch(caseIndex: caseIndex, block: $0)]
    }
    let measured = records.compactMap { $0?.failure == nil ? $0 : nil }
    let counted = countedRows[caseIndex] ?? []
    var (status, reason) = verdict(planned, present, counted)
    if status == .valid, measured.isEmpty, !planned.isNegativeControl {
      (status, reason) = (.disturbed, disturbances(present, caseIndex))
    }
    let usableCPUs = run.document.environment.usableCPUs.count
    let onOneCPU = measured.count { $0.hadOneCPU(for: planned, usableCPUs: usableCPUs) }
    let shared =
      "its threads had one CPU among them in \(onOneCPU) of \(measured.count) launches"
    if status == .valid, 2 * onOneCPU > measured.count {
      reason = shared + ", so they did not contend"
    }
    let found = places[caseIndex]
    if status == .valid, let found, found.isElsewhere {
      reason =
        "measured in another place than the cases beside it: \(found.figure.text), not "
        + found.reference.text
    }
    var metrics: [String: MetricSummary] = [:]
    // A control has no figures even if its check held, because a broken primitive is never ranked.
    if status == .valid, !planned.isNegativeControl {
      for column in table.columns where applies(column, to: planned) {
        metrics[column.name] = metric(column, of: planned, records, counted)
      }
    }
    return CaseSummary(
      planned: planned, status: status, reason: reason, launches: measured.count,
      metrics: metrics,
      notes: (onOneCPU > 0 && reason.isEmpty ? [shared] : []) + notes(planned, measured, metrics)
        + regimesOfPlaces(caseIndex, planned, metrics),
      isCaughtControl: isCaught(planned, status, present.compactMap(\.failure)),
      checkedOperations: !planned.isChecked
        ? 0 : present.flatMap(\.trials).filter(\.isVerified).reduce(0) { $0 &+ $1.operations },
      onOneCPU: onOneCPU, place: found?.figure, isElsewhere: found?.isElsewhere ?? false,
      otherPlaces: otherPlaces(caseIndex, planned))
  }

  /// The reason why a case has no figures: every launch was disturbed, or none was in the wanted
  /// place.
  private func disturbances(_ present: [LaunchRecord], _ caseIndex: Int) -> String {
    if let found = places[caseIndex], present.contains(where: { $0.disturbance == nil }) {
      return "none of its \(present.count) launches was in the place \(found.figure.kind.rawValue)"
    }
    let counts = Dictionary(grouping: present.compactMap(\.disturbance)) { $0 }.mapValues(\.count)
    let causes = TrialState.allCases.compactMap { state in
      counts[state].map { "\(state.text) in \($0)" }
    }
    return "none of its \(present.count) launches was quiet: \(causes.joined(separator: ", "))"
  }

  func applies(_ column: MetricColumn, to planned: PlannedCase) -> Bool {
    column.workloads.isEmpty || column.workloads.contains(planned.id.workload)
  }

  /// The records of a case that count for figures, by block; the entry of a block without such a
  /// record is nil.
  ///
  /// - Parameter place: The place of the launches; by default the place of the case's figures.
  private func records(_ caseIndex: Int, at place: Place? = nil) -> [LaunchRecord?] {
    (0..<run.document.plan.launchedBlocks).map { block in
      places.figures(of: Launch(caseIndex: caseIndex, block: block), in: run, at: place)
    }
  }

  func records(of id: CaseID) -> [LaunchRecord?] { indices[id].map { records($0) } ?? [] }

  // MARK: Status

  private func verdict(
    _ planned: PlannedCase, _ present: [LaunchRecord], _ counted: [[CounterRow]]
  ) -> (CaseStatus, String) {
    if present.isEmpty { return (.notMeasured, "the run was stopped before it") }
    let broken = present.flatMap(\.trials).filter { !$0.isVerified }
    if let first = broken.first {
      let trials = present.reduce(0) { $0 + $1.trials.count }
      return (.invalid, "\(first.reason); \(broken.count) of \(trials) trials failed their check")
    }
    if let first = counted.compactMap(\.last).first(where: { $0.status == .invalid }) {
      return (.invalid, "\(first.reason), while \(first.pass.rawValue) were counted")
    }
    let failures = present.compactMap(\.failure)
    if let first = failures.first {
      let skipped = failures.count { $0.kind == .skipped }
      let rest = skipped > 0 ? "; \(skipped) more were not launched after that" : ""
      let failed = failures.count - skipped
      return (.failed, "\(failed) of \(present.count) launches: \(first.reason)\(rest)")
    }
    if case .unsound(let reason) = planned.expectation { return (.invalid, reason) }
    return (.valid, "")
  }

  // MARK: Metrics

  private func metric(
    _ column: MetricColumn, of planned: PlannedCase, _ records: [LaunchRecord?],
    _ counted: [[CounterRow]]
  ) -> MetricSummary? {
    func relative(_ combine: (_ reference: Double, _ own: Double) -> Double) -> MetricSummary? {
      self.relative(planned, records, combine)
    }
    switch column.source {
    case .counted(let event):
      return counts(values(of: event, in: counted) { $0.perOperation })
    case .countedValue(let event):
      return counts(values(of: event, in: counted) { $0.value })
    case .timeBeyondWork:
      let work = Double((planned.id["inside"] ?? 0) + (planned.id["outside"] ?? 0))
      return measured(.elapsedPerOperation, of: planned, records) {
        max(0, $0 * Double(planned.width) - work)
      }
    case .speedup: return relative { $0 / $1 }
    case .efficiency: return relative { $0 / $1 / Double(planned.width) }
    case .overheadPerOperation: return relative { $1 * Double(planned.width) - $0 }
    case .referenceCost: return relative { reference, _ in reference }
    case .costBeyondReference: return relative { $1 - $0 }
    case .costOverReference: return relative { $1 / $0 }
    case .regime(let figure):
      return regimes(of: planned, records)
        .map { figure.estimate(of: $0) }
        .map { estimate in
          MetricSummary(
            estimate: estimate, byBlock: records.map { $0.map { _ in estimate.value } })
        }
    default: return measured(column.source, of: planned, records) { $0 }
    }
  }

  /// The summary of a metric that needs no other case, with `function` applied to each value.
  private func measured(
    _ source: MetricSource, of planned: PlannedCase, _ records: [LaunchRecord?],
    _ function: (Double) -> Double
  ) -> MetricSummary? {
    if planned.isPooled, let totals = totals(source, records) {
      return summary(
        of: totals.map { $0.map(function) }, level: 0.5, widening: widening(of: planned))
    }
    let values = records.map { record in
      record.map { source.values(of: $0).map(function) } ?? []
    }
    return summary(
      of: values, level: source.summaryLevel(of: planned),
      widening: source.isLimited ? 1 : widening(of: planned))
  }

  /// The metric of each launch, from the sums over all of the launch's trials; nil unless the
  /// metric is a ratio of two sums and some launch has trials.
  private func totals(_ source: MetricSource, _ records: [LaunchRecord?]) -> [[Double]]? {
    let totals = records.map { record in
      record.flatMap { source.windows(of: $0)?.ratio }.map { [$0] } ?? []
    }
    return totals.allSatisfy(\.isEmpty) ? nil : totals
  }

  /// The two regimes of a case whose trials fall into two regimes; nil for any other case.
  private func regimes(
    of planned: PlannedCase, _ records: [LaunchRecord?]
  ) -> Regimes? {
    guard planned.isPooled, hasIntervals else { return nil }
    return BenchmarkStatistics.regimes(
      launches: records.compactMap { record in
        record.flatMap { MetricSource.elapsedPerOperation.windows(of: $0) }
      })
  }

  private func widening(of planned: PlannedCase) -> Double {
    indices[planned.id].flatMap { widenings[$0] } ?? 1
  }

  /// The summary of an event's counts, with one count for each counted launch.
  private func counts(_ values: [[Double]]) -> MetricSummary? {
    summary(of: values, level: 0.5, ofRuns: false)
  }

  /// The interval from the medians of the repeated runs; nil for a single run.
  private func intervalOfRuns(_ byBlock: [Double?], around value: Double) -> Interval? {
    run.document.plan.valuesByRun(byBlock).flatMap {
      BenchmarkStatistics.intervalOfRuns($0, around: value)
    }
  }

  /// The summary of a metric.
  ///
  /// - Parameters:
  ///   - values: The values of each block's launch: those of its trials, or a single value.
  ///   - widening: The factor by which the interval is wider than an interval of independent
  ///     launches.
  ///   - ofRuns: Whether the interval also covers the interval from the plan's repeated runs, if
  ///     the plan has repeats.
  func summary(
    of values: [[Double]], level: Double, widening: Double = 1, ofRuns: Bool = true
  ) -> MetricSummary? {
    // The rate of a trial without time is not finite, and neither is a ratio to such a trial.
    let values = values.map { $0.filter(\.isFinite) }
    let byBlock = values.map { quantile($0, level) }
    let present = values.filter { !$0.isEmpty }
    guard let value = median(byBlock.compactMap { $0 }) else { return nil }
    let launches = byBlock.compactMap { $0 }
    var interval: Interval? {
      [
        medianInterval(launches)?.widened(widening, around: value),
        ofRuns ? intervalOfRuns(byBlock, around: value) : nil,
      ].compactMap(\.self).hull
    }
    return MetricSummary(
      estimate: Estimate(value: value, interval: hasIntervals ? interval : nil),
      orderInterval: orderStatisticInterval(launches), byBlock: byBlock, samples: present,
      level: level)
  }

  /// An event's value for the whole process, in each counted launch that has such a value.
  private func values(
    of event: String, in counted: [[CounterRow]], _ value: (CounterRow) -> Double?
  ) -> [[Double]] {
    counted.compactMap { rows in
      rows.first { $0.thread == nil && $0.event == event }.flatMap(value).map { [$0] }
    }
  }

  /// A metric that compares a case with its reference, block by block.
  private func relative(
    _ planned: PlannedCase, _ records: [LaunchRecord?],
    _ combine: (Double, Double) -> Double
  ) -> MetricSummary? {
    guard let reference = planned.reference, let referenceIndex = indices[reference],
      let own = indices[planned.id], places.areFiguresAlike(own, referenceIndex)
    else { return nil }
    let other = run.document.plan.cases[referenceIndex]
    let costs = zip(self.records(referenceIndex), records).map { reference, own -> [Double] in
      guard let reference = cost(reference, of: other), let own = cost(own, of: planned) else {
        return []
      }
      return [combine(reference, own)]
    }
    return summary(of: costs, level: 0.5, widening: widening(of: planned))
  }

  private func cost(_ record: LaunchRecord?, of planned: PlannedCase) -> Double? {
    guard let record, record.failure == nil else { return nil }
    if planned.isPooled {
      return MetricSource.elapsedPerOperation.windows(of: record)?.ratio
    }
    return quantile(MetricSource.elapsedPerOperation.values(of: record), planned.summaryLevel)
  }

  // MARK: Notes

  private func notes(
    _ planned: PlannedCase, _ measured: [LaunchRecord], _ metrics: [String: MetricSummary]
  ) -> [String] {
    var notes: [String] = []
    // Without SCHED_FIFO, all threads are in the kernel's fair class, where threads lend each other
    // no priority, so the primitives' figures differ only by chance.
    if metrics["inversion_p50_ns"] != nil, metrics["policy"]?.estimate.value == 0 {
      notes.append("without SCHED_FIFO, which the system refused: not a comparison")
    }
    if let regimes = RegimeFigure.text(of: metrics) {
      notes.append(CaseNote.regimes + regimes)
    } else if !planned.isPooled, let primary = metrics["ns_per_op"] ?? metrics["ns_per_iteration"],
      primary.modes > 1
    {
      notes.append(
        "launches fall into two regimes: the median lies between the regimes or in one of them")
    }
    if let stolen = stolenShare(
      measured, cpus: run.document.environment.topology.online.count), stolen > 0.05
    {
      let percent = FigureText.significant((1000 * stolen).rounded() / 10)
      notes.append("\(CaseNote.stolen)\(percent) % of the time")
    }
    return notes
  }

  /// A note if the launches of all places fall into two regimes, and the launches in the place of
  /// the figures do not.
  private func regimesOfPlaces(
    _ caseIndex: Int, _ planned: PlannedCase, _ metrics: [String: MetricSummary]
  ) -> [String] {
    guard metrics["ns_per_op"] ?? metrics["ns_per_iteration"] != nil,
      RegimeFigure.text(of: metrics) == nil, places[caseIndex]?.others.isEmpty == false
    else { return [] }
    func costs(_ records: [LaunchRecord?]) -> [Double] {
      records.compactMap { cost($0, of: planned) }
    }
    let everywhere = (places[caseIndex]?.places ?? []).flatMap {
      costs(records(caseIndex, at: $0))
    }
    guard modeCount(everywhere) > 1, modeCount(costs(records(caseIndex))) == 1 else { return [] }
    let others = otherPlaces(caseIndex, planned).joined(separator: ", ")
    return ["\(CaseNote.regimesOfPlaces)\(others)"]
  }

  /// The costs of the case in other places than the place of its figures; empty if it was measured
  /// in one place.
  private func otherPlaces(_ caseIndex: Int, _ planned: PlannedCase) -> [String] {
    (places[caseIndex]?.others ?? []).compactMap { place -> String? in
      let costs = records(caseIndex, at: place).compactMap { cost($0, of: planned) }
      guard let cost = median(costs) else { return nil }
      let launches = "\(costs.count) launch\(costs.count == 1 ? "" : "es")"
      return "\(place.text): \(RegimeFigure.nanoseconds(cost)) (\(launches))"
    }
  }
}
