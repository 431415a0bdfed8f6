public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What a preset's source published, beside what this run measured.
public struct PublishedReport {
  private let summary: RunSummary
  private let palette: Palette

  /// Makes the report of a run.
  public init(_ summary: RunSummary, palette: Palette) {
    self.summary = summary
    self.palette = palette
  }

  /// Where the preset comes from, what is different here, and a table a situation; empty for a run
  /// without a preset.
  public func render() -> String {
    guard let preset = summary.document.plan.preset else { return "" }
    var text = palette.heading("preset \(preset.name)")
    text += ": " + Printable.text(preset.summary) + "\n"
    text += line("source", preset.source + ", " + preset.address)
    if !preset.machine.isEmpty { text += line("there", preset.machine) }
    text += line("otherwise here", preset.difference)
    guard !preset.figures.isEmpty else {
      return text + "\n  its source gives no figures we could read\n"
    }
    return text + situations.map { "\n" + table($0.name, $0.comparisons) }.joined()
  }

  private func line(_ label: String, _ content: String) -> String {
    let label = label + String(repeating: " ", count: max(0, Self.labelWidth - label.count))
    return Paragraph.render(content, first: "  " + label)
  }

  private static let labelWidth = 16

  /// The figures in their order, those of one situation and metric together.
  private var situations: [(name: String, comparisons: [PublishedComparison])] {
    var names: [String] = []
    var members: [String: [PublishedComparison]] = [:]
    for comparison in summary.publishedComparisons {
      let name = comparison.figure.situation + "  " + comparison.figure.metric
      if members[name] == nil { names.append(name) }
      members[name, default: []].append(comparison)
    }
    return names.map { ($0, members[$0] ?? []) }
  }

  private func table(_ name: String, _ comparisons: [PublishedComparison]) -> String {
    var table = TableText([
      ("there", .left), ("published", .right), ("here", .left), ("measured", .right),
      ("95 %", .left), ("× published", .right),
    ])
    var notes: [String] = []
    for comparison in comparisons {
      let (measured, spread, note) = here(comparison)
      table.add([
        comparison.figure.label, text(comparison.figure.value, comparison),
        comparison.figure.primitive ?? "–", measured, spread,
        hasInterval(comparison) ? comparison.ratio.map(ratio) ?? "" : "",
      ])
      notes.append(
        [note, comparison.figure.note].filter { !$0.isEmpty }
          .joined(separator: "; "))
    }
    // Costs beyond the CPUs are the scheduler's as much as the lock's.
    let cpus = comparisons.lazy.compactMap(\.sharedCPUs).first.map { ", on \($0) CPUs here" } ?? ""
    return "  " + Printable.text(name) + cpus + "\n" + table.render(indent: "    ", notes: notes)
  }

  /// A ratio to what one or two launches happened to show would be read as a result.
  private func hasInterval(_ comparison: PublishedComparison) -> Bool {
    if case .measured(let estimate) = comparison.here { estimate.interval != nil } else { false }
  }

  /// A ratio as it is, a small one as its inverse: two digits behind the point would show it as nothing.
  private func ratio(_ value: Double) -> String {
    value > 0 && value < 0.1 ? "1/" + Figures.digits(1 / value) : Figures.digits(value)
  }

  private func here(_ comparison: PublishedComparison) -> (String, String, String) {
    switch comparison.here {
    case .measured(let estimate):
      (text(estimate.value, comparison), Figures.spread(estimate), "")
    case .absent(let reason): ("–", "", reason)
    case .notPlanned: ("–", "", "not in this run")
    case .notOurs: ("–", "", "")
    }
  }

  private func text(_ value: Double, _ comparison: PublishedComparison) -> String {
    comparison.column.map { Figures.text(value, column: $0) } ?? Figures.digits(value)
  }
}
