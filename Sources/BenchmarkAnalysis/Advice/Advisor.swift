import BenchmarkModel
import BenchmarkStatistics

/// Advises which primitive to take in each situation of a run in which threads share data.
///
/// Primitives are ranked as in the tables. A primitive is not advised if it is invalid, a floor, a
/// control or not ranked, or if its case has no interval.
///
/// The primitive to take if in doubt lets its threads sleep, and is not known to collapse with more
/// threads than CPUs. If several such primitives can't be told from the best, the usual choice is
/// taken. Otherwise a primitive is preferred first if it allocates nothing, then if it is fair,
/// then by the shortest 99th percentile of waits, then by the best figure. If no such primitive is
/// among the best, the next best one in the ranking is taken, with its extra cost.
package struct Advisor {
  private let summary: RunSummary
  private let requirements: AdviceRequirements
  private let rankings: [[Ranking]]

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
  /// have cases of one.
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
    let isOfFew = Advice.isOfFew(lacking, of: considered)
    let pick = isOfFew ? nil : pick(finding, ranking, isAsked, in: suite)
    let usualNames = suite.table.usualChoices
    let usual = usualNames.lazy.compactMap { name in
      ranking.ranked.first { $0.summary.id.primitive == name }
    }.first
    return Advice(
      finding: finding, parameters: finding.best[0].summary.id.parameters, pick: pick,
      usual: usual.map { usual in
        UsualChoice(
          ranked: usual, behaviour: behaviour(of: usual.summary, in: suite),
          costOverPick: pick.flatMap { pick in
            pick.ranked == usual ? nil : cost(of: usual, over: pick.ranked)
          })
      }, usualNames: usualNames, considered: considered, lacking: lacking)
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

  private func pick(
    _ finding: FastestFinding, _ ranking: Ranking, _ isAsked: (RankedCase) -> Bool,
    in suite: SuiteSummary
  ) -> AdvisedCase? {
    guard finding.isTellingApart, finding.best[0].metric.estimate.interval != nil else {
      return nil
    }
    func candidates(_ cases: [RankedCase]) -> [AdvisedCase] {
      cases.filter { $0.metric.estimate.interval != nil }.map { advised($0, finding, in: suite) }
        .filter(\.behaviour.isSafeInDoubt)
    }
    let preferred = candidates(finding.best).min { isPreferred($0, $1, in: suite.table) }
    if let preferred { return preferred }
    let others = ranking.ranked.filter {
      $0.role == .contender && isAsked($0) && !finding.best.contains($0)
    }
    return candidates(others).first
  }

  private func isPreferred(_ a: AdvisedCase, _ b: AdvisedCase, in table: SuiteTable) -> Bool {
    func key(_ advised: AdvisedCase) -> [Double] {
      let usual = table.usualChoices.firstIndex(of: advised.ranked.summary.id.primitive)
      return [
        usual.map(Double.init) ?? .infinity, advised.behaviour.allocates == false ? 0 : 1,
        advised.behaviour.isFair ? 0 : 1, advised.percentile99?.value ?? .infinity,
        advised.ranked.metric.estimate.value,
      ]
    }
    return key(a).lexicographicallyPrecedes(key(b))
  }

  private func advised(
    _ ranked: RankedCase, _ finding: FastestFinding, in suite: SuiteSummary
  ) -> AdvisedCase {
    AdvisedCase(
      ranked: ranked, behaviour: behaviour(of: ranked.summary, in: suite),
      percentile99: percentile99(of: ranked.summary.id, in: suite),
      costOverBest: finding.best.contains(ranked) ? nil : cost(of: ranked, over: finding.best[0]))
  }

  private func behaviour(of summary: CaseSummary, in suite: SuiteSummary) -> DeclaredBehaviour {
    DeclaredBehaviour(suite.table.description(of: summary.id.primitive))
  }

  /// The ratio of the two medians, as in the tables, with the interval for two independent groups
  /// of launches.
  private func cost(of one: RankedCase, over other: RankedCase) -> Estimate? {
    independentRatio(
      one.metric.samples, other.metric.samples, level: one.metric.level,
      otherLevel: other.metric.level, seed: summary.document.plan.seed)
  }

  /// The 99th percentile of the primitive's waits with the same `threads`, `inside` and `outside`;
  /// nil if not measured.
  private func percentile99(of id: CaseID, in suite: SuiteSummary) -> Estimate? {
    guard let column = suite.table.columns.first(where: { $0.isWait(99) }) else { return nil }
    return suite.cases.lazy.filter { summary in
      summary.id.primitive == id.primitive && summary.status == .valid
        && column.workloads == [summary.id.workload]
        && ["threads", "inside", "outside"].allSatisfy { summary.id[$0] == id[$0] }
    }.compactMap { $0.metrics[column.name]?.estimate }.first
  }
}
