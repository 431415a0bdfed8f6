import BenchmarkModel
import BenchmarkStatistics

/// Says which primitive to take, for each of a run's situations in which threads share data.
///
/// Primitives are ranked as in the tables. A primitive is not advised if it is invalid, a floor, a
/// control or not ranked, or if its case has no interval.
///
/// A primitive has a condition (``AdviceCondition``) if its waiting threads don't sleep, if it is
/// declared to collapse with more threads than CPUs, if the run saw it collapse as threads were
/// added, if its callers must be async, or if the run saw it starve a thread. The advice names the
/// best primitive with its conditions, and the best primitive without conditions. Among primitives
/// that can't be told from the best, these criteria decide, in this order: the fewest conditions,
/// the usual choice, no allocation, fairness, the shortest 99th percentile of the waits, the best
/// figure.
package struct Advisor {
  private let summary: RunSummary
  private let requirements: AdviceRequirements
  private let rankings: [[Ranking]]
  /// The primitives that collapsed in a suite, by the suite's name.
  private let collapsed: [String: Set<String>]
  private let cpus: Int

  /// Makes the advisor of a run.
  ///
  /// - Parameter rankings: The summary's rankings, if they are made already.
  package init(
    _ summary: RunSummary, requirements: AdviceRequirements = AdviceRequirements(),
    rankings: [[Ranking]]? = nil
  ) {
    self.summary = summary
    self.requirements = requirements
    self.rankings = rankings ?? summary.rankings()
    cpus = summary.document.environment.usableCPUs.count
    collapsed = CollapseRule.findings(in: summary).grouped(by: \.suite)
      .reduce(into: [:]) { sets, findings in
        sets[findings[0].suite] = Set(findings.flatMap(\.primitives).map(\.id.primitive))
      }
  }

  /// The advice for each situation, in the plan's order.
  ///
  /// - Complexity: O(ranked cases × resamples).
  package func advices() -> [Advice] {
    zip(summary.suites, rankings).flatMap { suite, rankings in
      rankings.filter { Self.isSharing($0, in: suite.table) }
        .compactMap { advice(on: $0, in: suite) }
    }
  }

  /// Whether the ranked cases have several threads that share data; a workload for many threads may
  /// have cases of one thread.
  private static func isSharing(_ ranking: Ranking, in table: SuiteTable) -> Bool {
    guard let id = (ranking.ranked.first?.summary ?? ranking.unranked.first)?.id else {
      return false
    }
    return table.role(of: id.workload) == .sharesData && id["threads"] != 1
  }

  private func advice(on ranking: Ranking, in suite: SuiteSummary) -> Advice? {
    func isAsked(_ ranked: RankedCase) -> Bool {
      requirements.areMet(by: behaviour(of: ranked.summary, in: suite))
    }
    let finding =
      FastestFinding(ranking, suite: suite.table.suite, fewest: 1) {
        isAsked($0) && $0.metric.estimate.interval != nil
      } ?? FastestFinding(ranking, suite: suite.table.suite, fewest: 1, among: isAsked)
    guard let finding else { return nil }
    let (considered, lacking) = rivals(in: ranking, of: suite, isAsked)
    var advice = Advice(
      finding: finding, parameters: finding.best[0].summary.id.parameters, best: nil, robust: nil,
      usual: nil, usualNames: suite.table.usualChoices, considered: considered, lacking: lacking,
      cpus: cpus)
    if advice.certainty != .unknown {
      advice.best = preferred(finding, in: suite)
      advice.robust = advice.best.flatMap {
        robust(besides: $0, finding, ranking, isAsked, in: suite)
      }
    }
    advice.usual = usual(beside: advice, ranking, in: suite)
    advice.setApart = ranking.unranked.filter { $0.status == .valid && $0.isSetApart }
    return advice
  }

  /// The number of primitives that meet the requirements, and the number of these primitives
  /// without an interval.
  private func rivals(
    in ranking: Ranking, of suite: SuiteSummary, _ isAsked: (RankedCase) -> Bool
  ) -> (considered: Int, lacking: Int) {
    let ranked = ranking.ranked.filter { $0.role == .contender && isAsked($0) }
    let yardsticks = suite.floors
    let disturbed = ranking.unranked.filter { summary in
      summary.status == .disturbed && !yardsticks.contains(summary.id.primitive)
        && requirements.areMet(by: behaviour(of: summary, in: suite))
    }
    let lacking = ranked.count { $0.metric.estimate.interval == nil } + disturbed.count
    return (ranked.count + disturbed.count, lacking)
  }

  // MARK: The primitive to take

  /// The preferred primitive among those that can't be told from the best.
  private func preferred(_ finding: FastestFinding, in suite: SuiteSummary) -> AdvisedCase? {
    func key(_ advised: AdvisedCase) -> [Double] {
      let usual = suite.table.usualChoices.firstIndex(of: advised.ranked.summary.id.primitive)
      return [
        Double(advised.conditions.count), usual.map(Double.init) ?? .infinity,
        advised.behaviour.allocates == false ? 0 : 1, advised.behaviour.isFair ? 0 : 1,
        advised.waits.map(\.percentile99.value).max() ?? .infinity,
        advised.ranked.metric.estimate.value,
      ]
    }
    return finding.best.filter { $0.metric.estimate.interval != nil }
      .map { advised($0, finding, in: suite) }
      .min { key($0).lexicographicallyPrecedes(key($1)) }
  }

  /// The best primitive without conditions.
  private func robust(
    besides best: AdvisedCase, _ finding: FastestFinding, _ ranking: Ranking,
    _ isAsked: (RankedCase) -> Bool, in suite: SuiteSummary
  ) -> AdvisedCase? {
    if best.conditions.isEmpty { return best }
    // The interval of a ratio of costs takes thousands of resamples, so it is computed only for the
    // first primitive without conditions.
    return ranking.ranked.first {
      $0.role == .contender && isAsked($0) && !finding.best.contains($0)
        && $0.metric.estimate.interval != nil
        && conditions(of: $0, waits(of: $0.summary.id, in: suite), in: suite).isEmpty
    }.map { advised($0, finding, in: suite) }
  }

  private func advised(
    _ ranked: RankedCase, _ finding: FastestFinding, in suite: SuiteSummary
  ) -> AdvisedCase {
    let waits = waits(of: ranked.summary.id, in: suite)
    return AdvisedCase(
      ranked: ranked, behaviour: behaviour(of: ranked.summary, in: suite),
      conditions: conditions(of: ranked, waits, in: suite), waits: waits,
      waitWorkloads: waitWorkloads(for: ranked.summary.id, in: suite),
      costOverBest: finding.best.contains(ranked) ? nil : cost(of: ranked, over: finding.best[0]))
  }

  private func conditions(
    of ranked: RankedCase, _ waits: [MeasuredWait], in suite: SuiteSummary
  ) -> [AdviceCondition] {
    let behaviour = behaviour(of: ranked.summary, in: suite)
    let hasCollapsed =
      collapsed[suite.table.suite]?.contains(ranked.summary.id.primitive) ?? false
    var conditions: [AdviceCondition] = []
    if !behaviour.bearsMoreThreadsThanCPUs || hasCollapsed { conditions.append(.threadsWithinCPUs) }
    if behaviour.isAwaited { conditions.append(.asyncCallers) }
    if waits.contains(where: \.isStarving) { conditions.append(.toleratedStarvation) }
    return conditions
  }

  // MARK: The usual choice

  private func usual(
    beside advice: Advice, _ ranking: Ranking, in suite: SuiteSummary
  ) -> UsualChoice? {
    let measured = suite.table.usualChoices.lazy.compactMap { name in
      ranking.ranked.first { $0.summary.id.primitive == name }
    }
    guard let usual = measured.first else { return nil }
    let cost = advice.choice.flatMap { choice in
      choice.ranked == usual ? nil : self.cost(of: usual, over: choice.ranked)
    }
    return UsualChoice(
      ranked: usual, behaviour: behaviour(of: usual.summary, in: suite), costOverChoice: cost,
      losses: cost.map { losses(of: usual, $0, beside: advice, in: suite) } ?? [])
  }

  /// The reasons for the extra cost of the usual choice.
  ///
  /// A property is no reason if a primitive that ties with the best has the property too, or if the
  /// run refutes the reason: readers that wait for each other cost nothing if the usual choice
  /// loses as much without reads.
  private func losses(
    of usual: RankedCase, _ cost: Estimate, beside advice: Advice, in suite: SuiteSummary
  ) -> [UsualLoss] {
    guard let choice = advice.choice, cost.isSurelyAbove(1) else { return [] }
    func costs(_ ranked: RankedCase) -> [DeclaredCost] {
      behaviour(of: ranked.summary, in: suite)
        .costs(beside: choice.behaviour, areSeveral: advice.threads > 1)
    }
    let shared = Set(advice.finding.best.filter { $0 != usual }.flatMap(costs))
    return costs(usual).filter { !shared.contains($0) }.compactMap { property in
      guard property == .readersWait else { return UsualLoss(cost: property, without: nil) }
      if advice[readsKey] == 0 { return nil }
      guard let writing = costOfWrites(of: usual, over: choice.ranked, in: suite) else {
        return UsualLoss(cost: property, without: nil)
      }
      return cost.isAbove(writing) ? UsualLoss(cost: property, without: writing) : nil
    }
  }

  /// The ratio of a case's cost to another's if all operations are writes; nil if such cases were
  /// not measured.
  private func costOfWrites(
    of one: RankedCase, over other: RankedCase, in suite: SuiteSummary
  ) -> Estimate? {
    func writing(_ ranked: RankedCase) -> CaseSummary? {
      let id = ranked.summary.id
      return suite.cases.first {
        $0.id[readsKey] == 0 && $0.id.without([readsKey]) == id.without([readsKey])
          && $0.status == .valid
      }
    }
    guard let column = suite.primaryMetric(of: one.summary.id.workload),
      let usual = writing(one)?.metrics[column.name],
      let choice = writing(other)?.metrics[column.name]
    else { return nil }
    return cost(of: usual, over: choice)
  }

  // MARK: Costs and waits

  private func behaviour(of summary: CaseSummary, in suite: SuiteSummary) -> DeclaredBehaviour {
    DeclaredBehaviour(suite.table.description(of: summary.id.primitive))
  }

  /// The ratio of the two medians, as in the tables, with the interval for two independent groups
  /// of launches.
  private func cost(of one: RankedCase, over other: RankedCase) -> Estimate? {
    cost(of: one.metric, over: other.metric)
  }

  private func cost(of one: MetricSummary, over other: MetricSummary) -> Estimate? {
    independentRatio(
      one.samples, other.samples, level: one.level, otherLevel: other.level,
      seed: summary.document.plan.seed)
  }

  /// The workloads of the suite that time waits; none for a single thread, and none if all
  /// operations are reads or all are writes.
  private func waitWorkloads(for id: CaseID, in suite: SuiteSummary) -> [String] {
    guard id["threads"] != 1, id[readsKey] != 0, id[readsKey] != 1000 else { return [] }
    return suite.table.columns.first { $0.isWait(99) }?.workloads ?? []
  }

  /// The waits for the primitive of the case `id`, with the case's number of threads and the case's
  /// work inside and outside the section.
  private func waits(of id: CaseID, in suite: SuiteSummary) -> [MeasuredWait] {
    guard let column = suite.table.columns.first(where: { $0.isWait(99) }) else { return [] }
    return waitWorkloads(for: id, in: suite).compactMap { workload in
      let timed = suite.cases.first { summary in
        summary.id.primitive == id.primitive && summary.status == .valid
          && summary.id.workload == workload
          && ["threads", "inside", "outside"].allSatisfy { key in
            id[key].map { $0 == summary.id[key] } ?? true
          }
      }
      guard let timed, let percentile99 = timed.metrics[column.name]?.estimate else { return nil }
      return MeasuredWait(
        workload: workload, percentile99: percentile99,
        starvedShare: FindingCases(suite).estimate(.observation("starved-share"), of: timed))
    }
  }
}

private let readsKey = "read-permille"
