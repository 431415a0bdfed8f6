package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension RunSummary {
  /// The costs of cases beside their counterparts: a queue's Swift interface beside its C
  /// interface, free threads beside bound threads.
  ///
  /// The report has a table for each situation, and is empty if no case has a counterpart.
  package var counterparts: Document {
    let tables = suites.flatMap { suite in
      suite.cases.compactMap { Pair($0, in: suite) }.grouped(by: \.own.id.situation)
        .map { pairs -> Document in
          let situation: StyledText = "\(pairs[0].own.id.situation)"
          return [.space, .heading(situation, level: 2), .table(Self.table(pairs))]
        }
    }
    guard !tables.isEmpty else { return [] }
    return [.heading("beside their counterparts"), .text("\(Self.pairing)", label: "  ")]
      + Document(tables.flatMap(\.blocks))
  }

  /// A case and its counterpart, with their figures.
  private struct Pair {
    let own: CaseSummary
    let counterpart: CaseID
    let cost, counterpartCost, ratio: MetricSummary
    /// The median over blocks of the case's cost less its counterpart's, in ns; nil if the case has
    /// no metric of this difference.
    let difference: Double?
    /// The allocations per operation of the case and of the counterpart; empty if allocations were
    /// not counted.
    let allocations: [Cell]

    init?(_ own: CaseSummary, in suite: SuiteSummary) {
      guard let counterpart = own.planned.reference,
        let cost = suite.metric(.elapsedPerOperation, of: own),
        let counterpartCost = suite.metric(.referenceCost, of: own),
        let ratio = suite.metric(.costOverReference, of: own)
      else { return nil }
      self.own = own
      self.counterpart = counterpart
      self.cost = cost
      self.counterpartCost = counterpartCost
      self.ratio = ratio
      difference = suite.metric(.costBeyondReference, of: own)?.estimate.value
      let other = suite.cases.first { $0.id == counterpart }
      let counts = [own, other].map { $0?.metrics["allocations_per_op"]?.estimate.value }
      allocations = counts.allSatisfy { $0 == nil } ? [] : counts.map { .text(rate($0)) }
    }

    /// The name of the counterpart: its workload if both have the same primitive, else its
    /// primitive.
    var label: String {
      counterpart.primitive == own.id.primitive ? counterpart.workload : counterpart.primitive
    }
  }

  /// The explanation that a median of differences is not the difference of the medians; without
  /// this explanation a reader would suspect an error.
  private static let pairing =
    "\"pairs differ by\" and \"ratio\" are medians over pairs of launches, one of each case in the same block: they "
    + "need not be the difference and the ratio of the two costs, each the median of its own launches"

  private static func table(_ pairs: [Pair]) -> Table {
    let hasCounts = pairs.contains { !$0.allocations.isEmpty }
    let counts: [TableDescription<Pair>.Column] = [
      .shown("allocates", .figure) { $0.allocations.first ?? .empty },
      .shown("that allocates", .figure) { $0.allocations.last ?? .empty },
    ]
    return TableDescription<Pair>(
      [
        .text("primitive") { $0.own.id.primitive },
        .figure("costs", .duration) { $0.cost.estimate.value },
        .text("beside") { $0.label },
        .figure("that costs", .duration) { $0.counterpartCost.estimate.value },
        .figure("pairs differ by", .duration) { $0.difference },
        .ratio("ratio") { $0.ratio.estimate },
      ] + (hasCounts ? counts : [])
    ).table(pairs, indent: 4)
  }
}

/// The rate per operation below which an event is shown as `<0.01`.
let rareRate = 0.01

/// The rate of an event per operation; empty if the event was not counted.
func rate(_ value: Double?) -> String {
  guard let value else { return "" }
  if value == 0 { return "0" }
  return value < rareRate ? "<\(rareRate)" : Quantity.number.text(value)
}

extension SuiteSummary {
  /// The metric of a case in the column that has this source; nil if there is none.
  fileprivate func metric(_ source: MetricSource, of summary: CaseSummary) -> MetricSummary? {
    table.columns.lazy.filter { $0.source == source }
      .compactMap { summary.metrics[$0.name] }.first
  }
}
