package import BenchmarkModel
import BenchmarkStatistics

/// The best of one situation: those in first place, and how far behind the next is.
package struct FastestFinding: Equatable, Sendable {
  /// The suite, workload and parameters that all share.
  package let situation: String
  package let suite: String
  /// The metric they are ranked by.
  package let column: MetricColumn
  /// The best figure, followed by the figures that can't be told from it.
  package let best: [RankedCase]
  /// The best figure that is told from the first; nil if none is.
  package let next: RankedCase?
  /// The number of cases compared with each other, without floors.
  package let contenders: Int
  /// Whether there were launches enough to tell any two apart.
  package let isTellingApart: Bool
  /// The primitives of the ranking that others are held against, and that are never the fastest.
  package let floors: [String]

  /// The factor by which the next figure is worse than the best; nil without a next figure, and if either figure is
  /// not positive.
  package var nextIsWorseBy: Double? { next.flatMap { best[0].timesBetter(than: $0, by: column) } }
}

extension RankedCase {
  /// The factor by which the other's figure is worse; nil if either figure is not positive.
  func timesBetter(than other: RankedCase, by column: MetricColumn) -> Double? {
    let (own, others) = (metric.estimate.value, other.metric.estimate.value)
    guard own > 0, others > 0 else { return nil }
    return column.polarity == .higherIsBetter ? own / others : others / own
  }
}

extension FastestFinding {
  /// Looks for the best of a ranking; nil if fewer than `fewest` compete.
  init?(
    _ ranking: Ranking, suite: String, fewest: Int = fewestContenders,
    among isAsked: (RankedCase) -> Bool = { _ in true }
  ) {
    let contenders = ranking.ranked.filter { $0.role == .contender && isAsked($0) }
    guard contenders.count >= fewest, let first = contenders.first else { return nil }
    let isBest = { (ranked: RankedCase) in !ranking.hasPlaces || !ranked.isToldApart(from: first) }
    situation = ranking.situation
    self.suite = suite
    column = ranking.column
    // Of what stands behind a case that is told from the best, a wide interval alone makes no rival.
    best = Array(contenders.prefix(while: isBest))
    next = contenders.dropFirst(best.count).first
    self.contenders = contenders.count
    isTellingApart = ranking.hasPlaces
    floors = ranking.ranked.filter { $0.role != .contender }.map(\.summary.id.primitive)
  }
}

extension RankedCase {
  /// Whether the blocks that both have tell two cases apart, or intervals that don't touch: launches that were
  /// left out may leave them too few blocks in common.
  func isToldApart(from other: RankedCase) -> Bool {
    if toldApart(metric.byBlock, other.metric.byBlock) { return true }
    guard let own = metric.estimate.interval, let others = other.metric.estimate.interval else {
      return false
    }
    return own.high < others.low || others.high < own.low
  }
}

/// A single case has no rivals to beat.
private let fewestContenders = 2
