import BenchmarkModel

extension Chart {
  /// The charts whose tables belong to no single suite.
  static let wholeRuns: [Chart] = [
    Chart(
      "cores", "what a hand-over costs between each two CPUs, as a heat map", .pairsOfCPUs,
      draw: TableChart(
        body: "cores", title: "What it costs to hand a cache line from one CPU to another",
        subtitle:
          "One way: half of a round trip. CPUs by node and cluster, siblings beside each other. Lower is better.",
        texts: ["from", "from_node", "from_cluster", "to", "to_node", "to_cluster", "shares"],
        numbers: ["ns_per_op", "from_place", "to_place"]
      ).sheet),
    Chart(
      "counters", "the events counted per operation, as a heat map", .counts,
      draw: TableChart(
        body: "counters", title: "What an operation does",
        subtitle:
          "Events per operation. The darker a cell (in the dark theme: the lighter), the larger its count relative to "
          + "the median of its column.",
        texts: ["situation", "event", "unit", "count_reason"], numbers: ["per_op"]
      ).sheet),
    Chart(
      "drift", "every trial in measured order: how steady the machine was", .trials,
      draw: TableChart(
        body: "drift", title: "How steady the machine was",
        subtitle:
          "The cost of each trial over the median of its case, in measured order: a steady machine keeps to 1. "
          + "Lower is better.",
        texts: ["kind"],
        numbers: ["time_s", "ratio", "ratio_low", "ratio_high", "count", "steal_percent"]
      ).sheet),
    Chart(
      "ratios", "the second run's costs over the first's, case by case", .comparison,
      draw: TableChart(
        body: "ratios", title: "What changed between two runs",
        subtitle: "B over A; for rates A over B: above 1 is worse.",
        texts: ["situation", "run_a", "run_b"],
        numbers: ["worse", "worse_low", "worse_high"], intervals: "worse"
      ).sheet),
    Chart(
      "gate-pairs", "a gate's pairs of one case, in measured order", .gatePairs,
      draw: TableChart(
        body: "gate-pairs", title: "A gate's pairs", subtitle: "",
        texts: ["case", "role", "metric", "polarity", "order", "verdict", "looks"],
        numbers: [
          "effect", "tolerance", "pair", "value_a", "value_b", "decided_pairs", "ratio",
          "ratio_low", "ratio_high",
        ], common: ["status", "reason"]
      ).sheet),
  ]
}

/// A chart whose template draws the columns of a table.
private struct TableChart: Sendable {
  let body: String
  let title: String
  let subtitle: String
  let texts: [String]
  let numbers: [String]
  /// The metric whose intervals the explanation describes; nil if it describes no intervals.
  var intervals: String?
  var common = ["primitive", "status", "reason"]

  func sheet(_ rows: ChartRows) throws(ChartTableError) -> ChartSheet {
    for column in common + texts + numbers where !rows.has(column) {
      throw ChartTableError(
        description: "the table has no column \(column): it is not the table of the chart \(body)")
    }
    var sheet = rows.sheet(title, subtitle)
    if let intervals {
      let figures = rows.valid.compactMap { $0.figure(intervals) }
      sheet.explanation +=
        " " + ChartSheet.explanation(drawn: figures.count, figures.count(where: \.hasInterval))
    }
    sheet.table = ChartSheet.Table(
      body: body, colours: rows.all.map { rows.styles.style($0.primitive).colour },
      texts: (common + texts).map { column in
        (column, rows.all.map { $0.text(column).shortened(200) })
      },
      numbers: numbers.map { column in (column, rows.all.map { $0.number(column) ?? .nan }) })
    return sheet
  }
}
