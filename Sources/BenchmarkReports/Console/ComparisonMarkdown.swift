public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// Two runs side by side in Markdown: a table that a pull request can show.
public struct ComparisonMarkdown {
  private let comparison: Comparison
  private let names: ComparisonNames

  /// Makes the text of a comparison; the names are how the reader called the runs.
  public init(_ comparison: Comparison, names: ComparisonNames) {
    self.comparison = comparison
    self.names = names
  }

  /// The runs, their differences, a table a suite and metric, and what was not compared.
  public func render() -> String {
    var text = "# Comparison\n\n"
    text += RunSide.allCases.map { side in
      let name = Self.escaped(names[side])
      return
        "- **\(side.rawValue)** \(name): \(Self.escaped(ComparisonWords.run(comparison[side])))\n"
    }.joined()
    text += differences + cautions
    for table in comparison.tables { text += "\n" + render(table) }
    let rest = ComparisonRest(comparison).lines
    if !rest.isEmpty {
      text += "\n" + rest.map { "- \($0.label): \(Self.escaped($0.text))\n" }.joined()
    }
    return text + ComparisonWords.limits(comparison).map { "\n\($0)\n" }.joined()
  }

  private var differences: String {
    guard !comparison.differences.isEmpty else { return "" }
    return "\n**\(ComparisonWords.differencesHeading)**\n\n"
      + Self.row(["what", "A", "B", "cases"]) + "| --- | --- | --- | --- |\n"
      + comparison.differences.map { difference in
        let first = difference.cases.first.map { id in
          let others = difference.cases.count - 1
          return id.description + (others == 0 ? "" : " and \(others) more")
        }
        return Self.row([
          difference.what, difference.a ?? "not reported", difference.b ?? "not reported",
          first ?? "all",
        ])
      }.joined()
  }

  private var cautions: String {
    guard !comparison.cautions.isEmpty else { return "" }
    return "\n"
      + comparison.cautions.map {
        "- **warning** \(Self.escaped(ComparisonWords.text(of: $0)))\n"
      }.joined()
  }

  private func render(_ table: ComparisonTable) -> String {
    "## \(table.suite), \(table.column.name)\n\n\(ComparisonWords.counts(table)).\n\n"
      + Self.row(["case", "A", "B", "B / A", "95 %", "B is", "notes"])
      + "| --- | ---: | ---: | ---: | --- | --- | --- |\n"
      + table.cases.map { compared in
        Self.row([
          compared.id.description, Figures.text(compared.a, column: compared.column),
          Figures.text(compared.b, column: compared.column), Figures.ratio(compared.ratio.value),
          Figures.range(compared.ratio.interval), ComparisonWords.direction(of: compared),
          ComparisonWords.notes(of: compared).joined(separator: "; "),
        ])
      }.joined()
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.map(escaped).joined(separator: " | ") + " |\n"
  }

  private static func escaped(_ text: String) -> String { MarkdownText.escaped(text) }
}
