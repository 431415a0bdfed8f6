public import BenchmarkModel
import BenchmarkStatistics

/// The best of one situation: those in first place, and how far behind the next is.
public struct FastestFinding: Equatable, Sendable {
  /// What all share: suite, workload and parameters.
  public let situation: String
  /// The suite.
  public let suite: String
  /// The metric they are ranked by.
  public let column: MetricColumn
  /// Those in first place, the best figure first: no two of them are told apart.
  public let best: [RankedCase]
  /// The best of those in the next place; nil where all share the first.
  public let next: RankedCase?
  /// How many were ranked, floors left out.
  public let contenders: Int
  /// Whether there were launches enough to tell any two apart.
  public let isTellingApart: Bool
  /// The primitives of the ranking that others are held against, and that are never the fastest.
  public let floors: [String]

  /// How many times worse the next one's figure is than the best one's; nil without a next one, and
  /// where one of the two is not positive.
  public var nextIsWorseBy: Double? { next.flatMap { best[0].timesBetter(than: $0, by: column) } }
}

extension RankedCase {
  /// How many times worse the other's figure is; nil where one of the two is not positive.
  func timesBetter(than other: RankedCase, by column: MetricColumn) -> Double? {
    let (own, others) = (metric.estimate.value, other.metric.estimate.value)
    guard own > 0, others > 0 else { return nil }
    return column.polarity == .higherIsBetter ? own / others : others / own
  }
}

extension SuiteSummary {
  /// The best of each situation in which two primitives or more compete, in the plan's order.
  func fastest() -> [FastestFinding] {
    let floors = self.floors
    return rankings().compactMap { ranking in
      let contenders = ranking.ranked.filter { !floors.contains($0.summary.id.primitive) }
      guard contenders.count >= fewestContenders, let first = contenders.first else { return nil }
      return FastestFinding(
        situation: ranking.situation, suite: table.suite, column: ranking.column,
        best: contenders.filter { $0.place == first.place },
        next: contenders.first { $0.place != first.place },
        contenders: contenders.count, isTellingApart: ranking.hasPlaces,
        floors: ranking.ranked.map(\.summary.id.primitive).filter(floors.contains))
    }
  }
}

/// A single case has no rivals to beat.
private let fewestContenders = 2
