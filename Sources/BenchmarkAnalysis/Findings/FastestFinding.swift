package import BenchmarkModel
import BenchmarkStatistics

/// The fastest of one situation: the best case, the cases that can't be told from it, and the next
/// best case.
package struct FastestFinding: Equatable, Sendable {
  /// The suite, workload and parameters that all cases share.
  package let situation: String
  package let suite: String
  /// The metric by which the cases are ranked.
  package let column: MetricColumn
  /// The best case, followed by the cases that can't be told from it.
  package let best: [RankedCase]
  /// The best case that is told apart from the first; nil if none is.
  package let next: RankedCase?
  /// The number of cases compared with each other, without floors, controls and removed closures.
  package let contenders: Int
  /// Whether there were enough launches to tell cases apart; if not, all contenders are ``best``.
  package let isTellingApart: Bool
  /// The floors, controls and removed closures of the ranking, which are never the fastest.
  package let floors: [String]

  /// The factor by which the next figure is worse than the best; nil without a next figure, or if
  /// either figure is not positive.
  package var nextIsWorseBy: Double? { next.flatMap { best[0].timesBetter(than: $0, by: column) } }
}

extension RankedCase {
  /// The factor by which the figure of `other` is worse; nil if either figure is not positive.
  func timesBetter(than other: RankedCase, by column: MetricColumn) -> Double? {
    let (own, others) = (metric.estimate.value, other.metric.estimate.value)
    guard own > 0, others > 0 else { return nil }
    return column.polarity == .higherIsBetter ? own / others : others / own
  }
}

extension FastestFinding {
  /// Finds the best of a ranking; nil if there are fewer than `fewest` contenders.
  init?(
    _ ranking: Ranking, suite: String, fewest: Int = fewestContenders,
    among isAsked: (RankedCase) -> Bool = { _ in true }
  ) {
    let contenders = ranking.ranked.filter { $0.role == .contender && isAsked($0) }
    guard contenders.count >= fewest, let first = contenders.first else { return nil }
    let isBest = { (ranked: RankedCase) in !ranking.hasRanks || !ranked.isToldApart(from: first) }
    situation = ranking.situation
    self.suite = suite
    column = ranking.column
    // The best cases end before the first case that is told apart from the best. A case further
    // down does not count as best, even if its wide interval overlaps the best case's interval.
    best = Array(contenders.prefix(while: isBest))
    next = contenders.dropFirst(best.count).first
    self.contenders = contenders.count
    isTellingApart = ranking.hasRanks
    floors = ranking.ranked.filter { $0.role != .contender }.map(\.summary.id.primitive)
  }
}

extension RankedCase {
  /// Whether two cases are told apart by their common blocks, or by intervals that do not overlap.
  ///
  /// The intervals are needed if some launches were left out and the common blocks are too few.
  func isToldApart(from other: RankedCase) -> Bool {
    if toldApart(metric.byBlock, other.metric.byBlock) { return true }
    guard let own = metric.estimate.interval, let others = other.metric.estimate.interval else {
      return false
    }
    return own.high < others.low || others.high < own.low
  }
}

/// The fewest contenders of a finding: a single case has no rivals to beat.
private let fewestContenders = 2
