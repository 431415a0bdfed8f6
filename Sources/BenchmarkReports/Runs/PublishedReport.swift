package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension RunSummary {
  /// The published figures of a preset's source, beside the figures of this run.
  ///
  /// The report has the source of the preset, the differences between the source's measurement and
  /// ours, and a table for each situation. It is empty for a run without a preset.
  package var publishedFigures: Document {
    guard let preset = document.plan.preset else { return [] }
    var page: Document = [
      .text(StyledText("preset \(preset.name)", .strong) + ": \(preset.summary)"),
      Self.line("source", preset.source + ", " + preset.address),
    ]
    if !preset.machine.isEmpty { page += [Self.line("there", preset.machine)] }
    page += [Self.line("different here", preset.difference)]
    guard !preset.figures.isEmpty else {
      return page + [.space, .text("its source gives no figures that could be read", label: "  ")]
    }
    return
      publishedComparisons
      .grouped { [$0.figure.situation, $0.figure.metric] }
      .reduce(page) { $0 + [.space] + Self.table($1) }
  }

  private static func line(_ label: String, _ content: String) -> Block {
    .text("\(content)", label: "  \(label.padded(to: 16))")
  }

  /// The figures of one situation and metric.
  private static func table(_ comparisons: [PublishedComparison]) -> Document {
    let first = comparisons[0].figure
    // With more threads than CPUs, a cost depends on the scheduler as much as on the lock.
    let cpus = comparisons.lazy.compactMap(\.sharedCPUs).first.map { ", on \($0) CPUs here" } ?? ""
    let table = Table(
      [
        .init("there"), .init("published", .figure), .init("here"), .init("measured", .figure),
        .init("95 %", .interval), .init("× published", .figure),
      ], comparisons.map(row), notes: .behind, indent: 4)
    return [.heading("\(first.situation)  \(first.metric)\(cpus)", level: 2), .table(table)]
  }

  private static func row(_ comparison: PublishedComparison) -> Table.Row {
    let quantity = comparison.column.map { Quantity($0) } ?? .number
    var cells: [Cell] = [
      .text(comparison.figure.label), .figure(comparison.figure.value, quantity),
      .text(comparison.figure.primitive ?? "–"),
    ]
    var note = ""
    switch comparison.here {
    case .measured(let estimate):
      // A figure without an interval gets no ratio, because a ratio of very few launches would be
      // taken for a result.
      let ratio = estimate.interval == nil ? nil : comparison.ratio
      cells += [
        .figure(estimate.value, quantity), .spread(estimate, .number), .figure(ratio, .times),
      ]
    case .absent(let reason): note = reason
    case .notPlanned: note = "not in this run"
    case .notOurs: break
    }
    if cells.count < 6 { cells += ["–", .empty, .empty] }
    return Table.Row(cells, notes: [note, comparison.figure.note].filter { !$0.isEmpty })
  }
}
