package import BenchmarkModel
import BenchmarkStatistics

/// A case's rank among its rivals.
package struct RankedCase: Equatable, Sendable {
  package let summary: CaseSummary
  /// The metric by which the case is ranked.
  package let metric: MetricSummary
  /// The case's rank; no two cases of one rank are told apart.
  package let rank: Int
  /// The ratio of the metric to the metric of the ranking's best contender: 1 for the best
  /// contender, nil for floors, controls and removed primitives.
  package let ratioToBest: Double?
  /// The case's role in the ranking.
  package let role: RankedRole
}

/// A primitive's role in a ranking.
package enum RankedRole: String, Equatable, Sendable {
  /// The primitive does the work, and may be the best.
  case contender
  /// The primitive shows the least possible cost, and does not do the work of the contenders.
  case floor
  /// The primitive does not keep its promise, and was measured to show that.
  case control
  /// The primitive costs no more than a floor: the optimiser removed its work, or it has none.
  case removed

  init(_ yardstick: Yardstick) {
    self =
      switch yardstick {
      case .floor: .floor
      case .control: .control
      }
  }
}

/// Cases that differ only in the primitive, the best first.
package struct Ranking: Equatable, Sendable {
  /// The suite, workload and parameters of all cases.
  package let situation: String
  /// The metric by which the cases are ranked.
  package let column: MetricColumn
  /// The valid cases that can be compared.
  package let ranked: [RankedCase]
  /// Whether there were enough blocks to tell cases apart; if not, every rank is 1.
  package let hasRanks: Bool
  /// The other cases, which are shown and never ranked.
  package let unranked: [CaseSummary]
}

extension Ranking {
  /// The ranking of the selected cases only, which keep their ranks among all cases; their ratios
  /// are to the best selected contender.
  package func selecting(_ isSelected: (CaseID) -> Bool) -> Ranking {
    let left = ranked.filter { isSelected($0.summary.id) }
    let best = left.first { $0.role == .contender }?.metric.estimate.value
    return Ranking(
      situation: situation, column: column, ranked: left.map { $0.compared(with: best) },
      hasRanks: hasRanks, unranked: unranked.filter { isSelected($0.id) })
  }
}

extension RankedCase {
  /// The ranked case with its ratio to the best contender's figure.
  fileprivate func compared(with best: Double?) -> RankedCase {
    RankedCase(
      summary: summary, metric: metric, rank: rank,
      ratioToBest: role == .contender ? best.map { metric.estimate.value / $0 } : nil, role: role)
  }
}

extension RunSummary {
  /// The rankings of each suite, in the suites' order; a command makes them once, and its reports
  /// share them.
  ///
  /// - Complexity: Each call computes all rankings anew.
  package func rankings() -> [[Ranking]] { suites.map { $0.rankings() } }
}

extension SuiteSummary {
  /// The rankings of the suite's cases, one for each situation, in the plan's order.
  ///
  /// A primitive that broke its promise in one case is ranked in none: a lock that does not exclude
  /// is too fast even in a single thread, where no check can fail. A closure that costs no more
  /// than its floor is never the best.
  package func rankings() -> [Ranking] {
    let broken = brokenPrimitives
    let removed = removedClosures
    let yardsticks = yardsticks
    let role = { (id: CaseID) in
      removed.contains(id) ? RankedRole.removed : yardsticks[id.primitive] ?? .contender
    }
    return cases.grouped(by: \.id.situation).map { cases in
      let column =
        primaryMetric(of: cases[0].id.workload)
        ?? MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)
      return rank(cases, by: column, broken: broken, role: role)
    }
  }

  /// The primitives that failed a check that had to hold, as ``promise(of:)`` names them.
  package var brokenPrimitives: Set<String> {
    Set(
      cases.filter { $0.status == .invalid && !$0.planned.isNegativeControl }
        .map { promise(of: $0.id) })
  }

  /// The name of the primitive whose promise a case checks; with the workload if the workload calls
  /// closures, because closures of one name in two workloads have nothing else in common.
  package func promise(of id: CaseID) -> String {
    table.role(of: id.workload) == .callsClosures ? "\(id.workload)/\(id.primitive)" : id.primitive
  }

  private func rank(
    _ cases: [CaseSummary], by column: MetricColumn, broken: Set<String>,
    role: (CaseID) -> RankedRole
  ) -> Ranking {
    let sign = column.polarity == .higherIsBetter ? -1.0 : 1.0
    let sorted =
      cases
      .filter { !broken.contains(promise(of: $0.id)) && !$0.isSetApart }
      .compactMap { summary in summary.metrics[column.name].map { (summary, $0) } }
      .sorted { sign * $0.1.estimate.value < sign * $1.1.estimate.value }
    let best = sorted.first { role($0.0.id) == .contender }?.1.estimate.value
    let hasRanks = sorted.contains { $0.1.launches >= fewestBlocksToTellApart }
    let ranks =
      hasRanks
      ? BenchmarkStatistics.ranks(sorted.map { ($0.1.byBlock, $0.1.estimate.interval) })
      : sorted.map { _ in 1 }
    let ranked = zip(sorted, ranks).map { entry, rank in
      RankedCase(
        summary: entry.0, metric: entry.1, rank: rank, ratioToBest: nil, role: role(entry.0.id)
      ).compared(with: best)
    }
    let isRanked = Set(sorted.map(\.0.id))
    return Ranking(
      situation: cases[0].id.situation, column: column, ranked: ranked, hasRanks: hasRanks,
      unranked: cases.filter { !isRanked.contains($0.id) })
  }
}

/// The fewest blocks that tell two cases apart: below six, the chance that two equal cases differ
/// with the same sign in every block is more than 5 %.
private let fewestBlocksToTellApart = 6
