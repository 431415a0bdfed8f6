public import BenchmarkModel
import BenchmarkStatistics

/// A case's place among its rivals.
public struct RankedCase: Equatable, Sendable {
  /// The case.
  public let summary: CaseSummary
  /// The metric it is ranked by.
  public let metric: MetricSummary
  /// Its place; no two cases of one are told apart.
  public let place: Int
  /// Its metric over the best one's: 1 for the best.
  public let ratioToBest: Double
}

/// Cases that differ in nothing but the primitive, the best first.
public struct Ranking: Equatable, Sendable {
  /// What they share: suite, workload and parameters.
  public let situation: String
  /// The metric they are ranked by.
  public let column: MetricColumn
  /// The valid cases.
  public let ranked: [RankedCase]
  /// Whether there were blocks enough to tell any two apart.
  public let hasPlaces: Bool
  /// The others, which are shown and never ranked.
  public let unranked: [CaseSummary]
}

extension Ranking {
  /// The same ranking with some of its cases alone: their places and ratios are those among all.
  public func selecting(_ isSelected: (CaseID) -> Bool) -> Ranking {
    Ranking(
      situation: situation, column: column, ranked: ranked.filter { isSelected($0.summary.id) },
      hasPlaces: hasPlaces, unranked: unranked.filter { isSelected($0.id) })
  }
}

extension SuiteSummary {
  /// The suite's cases ranked, a ranking a situation, in the plan's order.
  ///
  /// A primitive that broke its promise in one case is ranked in none: what does not exclude is fast
  /// alone, too.
  public func rankings() -> [Ranking] {
    let broken = brokenPrimitives
    var situations: [String] = []
    var members: [String: [CaseSummary]] = [:]
    for summary in cases {
      let situation = summary.id.situation
      if members[situation] == nil { situations.append(situation) }
      members[situation, default: []].append(summary)
    }
    return situations.compactMap { situation in
      guard let cases = members[situation], let first = cases.first else { return nil }
      let column =
        primaryMetric(of: first.id.workload)
        ?? MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)
      return rank(cases, by: column, situation: situation, broken: broken)
    }
  }

  /// The primitives that failed a check where they were not meant to.
  public var brokenPrimitives: Set<String> {
    Set(
      cases.filter { $0.status == .invalid && !$0.planned.isNegativeControl }.map(\.id.primitive))
  }

  private func rank(
    _ cases: [CaseSummary], by column: MetricColumn, situation: String, broken: Set<String>
  ) -> Ranking {
    let sign = column.polarity == .higherIsBetter ? -1.0 : 1.0
    let sorted =
      cases
      .filter { !broken.contains($0.id.primitive) && !$0.isUncontended }
      .compactMap { summary in summary.metrics[column.name].map { (summary, $0) } }
      .sorted { sign * $0.1.estimate.value < sign * $1.1.estimate.value }
    let hasPlaces = sorted.contains { $0.1.invocations >= fewestBlocksToTellApart }
    let places =
      hasPlaces
      ? places(sorted.map { ($0.1.byBlock, $0.1.estimate.interval) })
      : sorted.map { _ in 1 }
    let ranked = zip(sorted, places).map { entry, place in
      RankedCase(
        summary: entry.0, metric: entry.1, place: place,
        ratioToBest: entry.1.estimate.value / sorted[0].1.estimate.value)
    }
    let isRanked = Set(sorted.map(\.0.id))
    return Ranking(
      situation: situation, column: column, ranked: ranked, hasPlaces: hasPlaces,
      unranked: cases.filter { !isRanked.contains($0.id) })
  }
}

/// Below six blocks even a sign that never changes has a chance of more than 5 % to be luck.
private let fewestBlocksToTellApart = 6
