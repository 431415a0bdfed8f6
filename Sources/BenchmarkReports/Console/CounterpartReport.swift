public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What cases cost beside the cases that they are held against: a queue's Swift interface beside its C
/// one, free threads beside bound ones.
public struct CounterpartReport {
  private let summary: RunSummary
  private let palette: Palette

  /// Makes the report of a run.
  public init(_ summary: RunSummary, palette: Palette) {
    self.summary = summary
    self.palette = palette
  }

  /// A table a situation; empty for a run without such cases.
  public func render() -> String {
    let tables = summary.suites.flatMap { suite in
      Self.situations(suite).map { table($0.name, $0.pairs, suite) }
    }
    return tables.isEmpty
      ? "" : palette.heading("beside their counterparts") + "\n" + tables.joined()
  }

  /// A case and the one that it is held against, with their figures.
  private struct Pair {
    let own: CaseSummary
    let counterpart: CaseID
    let cost: MetricSummary
    let counterpartCost: MetricSummary
    /// The median of the blocks' differences, in ns; nil where the suite has no column of it.
    let difference: Double?
    let ratio: MetricSummary
  }

  /// The suite's pairs in the plan's order, those that differ in nothing but the primitive together.
  private static func situations(_ suite: SuiteSummary) -> [(name: String, pairs: [Pair])] {
    var names: [String] = []
    var members: [String: [Pair]] = [:]
    for pair in suite.cases.compactMap({ Self.pair($0, in: suite) }) {
      let name = pair.own.id.situation
      if members[name] == nil { names.append(name) }
      members[name, default: []].append(pair)
    }
    return names.map { ($0, members[$0] ?? []) }
  }

  private static func pair(_ summary: CaseSummary, in suite: SuiteSummary) -> Pair? {
    guard let counterpart = summary.planned.reference,
      let cost = suite.metric(.elapsedPerOperation, of: summary),
      let counterpartCost = suite.metric(.referenceCost, of: summary),
      let ratio = suite.metric(.costOverReference, of: summary)
    else { return nil }
    return Pair(
      own: summary, counterpart: counterpart, cost: cost, counterpartCost: counterpartCost,
      difference: suite.metric(.costBeyondReference, of: summary)?.estimate.value, ratio: ratio)
  }

  private func table(_ name: String, _ pairs: [Pair], _ suite: SuiteSummary) -> String {
    let counts = pairs.map { allocations($0, in: suite) }
    let hasCounts = counts.contains { !$0.own.isEmpty || !$0.counterpart.isEmpty }
    var table = TableText(
      [
        ("primitive", .left), ("costs", .right), ("beside", .left), ("that costs", .right),
        ("more by", .right), ("ratio", .right), ("95 %", .left),
      ] + (hasCounts ? [("allocates", .right), ("that allocates", .right)] : []))
    for (pair, counts) in zip(pairs, counts) {
      let cost = pair.cost.estimate.value
      let other = pair.counterpartCost.estimate.value
      table.add(
        [
          pair.own.id.primitive, Figures.duration(cost), Self.label(pair), Figures.duration(other),
          Figures.duration(pair.difference ?? cost - other), Self.ratio(pair.ratio.estimate.value),
          Figures.spread(pair.ratio.estimate),
        ] + (hasCounts ? [counts.own, counts.counterpart] : []))
    }
    return "\n  \(name)\n" + table.render(indent: "    ")
  }

  /// What tells the counterpart from the case.
  private static func label(_ pair: Pair) -> String {
    pair.counterpart.primitive == pair.own.id.primitive
      ? pair.counterpart.workload : pair.counterpart.primitive
  }

  /// A ratio as it is, a small one as its inverse: two digits behind the point would show it as nothing.
  private static func ratio(_ value: Double) -> String {
    value > 0 && value < 0.1 ? "1/" + Figures.digits(1 / value) : Figures.digits(value)
  }

  /// The allocations an operation of both, empty where none were counted.
  private func allocations(
    _ pair: Pair, in suite: SuiteSummary
  ) -> (own: String, counterpart: String) {
    let other = suite.cases.first { $0.id == pair.counterpart }
    return (Self.allocations(pair.own), other.map(Self.allocations) ?? "")
  }

  private static func allocations(_ summary: CaseSummary) -> String {
    guard let value = summary.metrics["allocations_per_op"]?.estimate.value else { return "" }
    if value == 0 { return "0" }
    return value < 0.01 ? "<0.01" : Figures.digits(value)
  }
}

extension SuiteSummary {
  /// The metric of a case that comes from a source, nil where it has none.
  fileprivate func metric(_ source: MetricSource, of summary: CaseSummary) -> MetricSummary? {
    table.columns.lazy.filter { $0.source == source }
      .compactMap { summary.metrics[$0.name] }.first
  }
}
