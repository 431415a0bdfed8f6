public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// Two runs side by side for a terminal: what differs in them, then each case's ratio.
public struct ComparisonReport {
  private let comparison: Comparison
  private let names: ComparisonNames
  private let palette: Palette

  /// A line's length: a terminal beside an editor.
  static let width = 112

  /// Makes the report of a comparison; the names are how the reader called the runs.
  public init(_ comparison: Comparison, names: ComparisonNames, palette: Palette) {
    self.comparison = comparison
    self.names = names
    self.palette = palette
  }

  /// The runs, their differences, a table a suite and metric, and what was not compared.
  public func render() -> String {
    var text = heading + differences + cautions
    for table in comparison.tables { text += "\n" + render(table) }
    let rest = ComparisonRest(comparison).lines
    let width = rest.map(\.label.count).max() ?? 0
    if !rest.isEmpty { text += "\n" + rest.map { render($0, width) }.joined() }
    return text + "\n" + ComparisonWords.limits(comparison).map { paragraph($0) }.joined()
  }

  private func paragraph(_ text: String, first: String = "") -> String {
    Paragraph.render(text, first: first, width: Self.width)
  }

  // MARK: The runs

  private var heading: String {
    RunSide.allCases.map { side in
      paragraph(
        "\(names[side]): " + ComparisonWords.run(comparison[side]),
        first: side.rawValue + "  ")
    }.joined()
  }

  private var differences: String {
    guard !comparison.differences.isEmpty else { return "" }
    var text = "\n" + palette.alarm(ComparisonWords.differencesHeading) + "\n"
    let width = comparison.differences.map(\.what.count).max() ?? 0
    for difference in comparison.differences {
      let label = "  " + difference.what.padded(to: width) + "  "
      text += paragraph(ComparisonWords.values(of: difference), first: label)
    }
    return text
  }

  private var cautions: String {
    guard !comparison.cautions.isEmpty else { return "" }
    return "\n"
      + comparison.cautions.map { caution in
        // Colour would be counted as letters by what breaks the lines.
        let lines = paragraph(
          ComparisonWords.text(of: caution), first: "warning: ")
        return palette.caution("warning: ") + lines.dropFirst("warning: ".count)
      }.joined()
  }

  // MARK: The cases

  func render(_ table: ComparisonTable) -> String {
    let direction =
      table.column.polarity == .higherIsBetter ? "higher is better" : "lower is better"
    let title =
      palette.heading(table.suite) + "  "
      + palette.faint("\(table.column.name), \(direction); B over A")
    return title + "\n" + paragraph(ComparisonWords.counts(table), first: "  ") + "\n"
      + rows(table)
  }

  private func rows(_ table: ComparisonTable) -> String {
    var figures = TableText([
      ("B / A", .right), ("95 %", .left), ("B is", .left), ("A", .right), ("B", .right),
    ])
    for compared in table.cases {
      figures.add([
        Figures.ratio(compared.ratio.value), Figures.range(compared.ratio.interval),
        ComparisonWords.direction(of: compared),
        Figures.text(compared.a, column: compared.column),
        Figures.text(compared.b, column: compared.column),
      ])
    }
    let lines = figures.render(indent: "").split(separator: "\n").map(String.init)
    let width = lines.map(\.count).max() ?? 0
    return zip(lines, [nil] + table.cases.map(Optional.some)).map { line, compared in
      "  " + line.padded(to: width) + " "
        + (compared.map { name($0, indent: width + 3) } ?? "case\n")
    }.joined()
  }

  /// The case without its suite, broken between its parts where a line can't hold it, and its notes.
  private func name(_ compared: ComparedCase, indent: Int) -> String {
    let parts = compared.id.description.split(separator: "/").dropFirst()
    var lines = [""]
    for (place, part) in parts.enumerated() {
      let word = (place == 0 ? "" : "/") + part
      if indent + lines[lines.count - 1].count + word.count > Self.width { lines.append("") }
      lines[lines.count - 1] += word
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
      + ComparisonWords.notes(of: compared).map {
        paragraph($0, first: "        ")
      }.joined()
  }

  private func render(_ line: ComparisonRest.Line, _ width: Int) -> String {
    let text = paragraph(
      line.text, first: "  " + line.label.padded(to: width) + "  ")
    guard line.isFault else { return text }
    return "  " + palette.alarm(line.label) + text.dropFirst(2 + line.label.count)
  }
}

/// How a reader called the two runs.
public struct ComparisonNames: Sendable {
  private let a: String
  private let b: String

  /// Names the runs, such as `results/before` and `results/after`.
  public init(a: String, b: String) {
    self.a = a
    self.b = b
  }

  subscript(side: RunSide) -> String { side == .a ? a : b }
}

extension Comparison {
  subscript(side: RunSide) -> RunDocument { side == .a ? a : b }
}

extension Figures {
  /// A ratio with three digits behind the point, a small one as its inverse.
  static func ratio(_ value: Double) -> String {
    if value > 0, value < 0.1 { return "1/" + digits(1 / value) }
    guard value < 9.9995 else { return digits(value) }
    let thousandths = Int64((value * 1000).rounded())
    return "\(thousandths / 1000)." + String(String(1000 + thousandths % 1000).dropFirst())
  }

  /// The ends of a ratio's interval, such as `1.083 to 1.150`; empty without one.
  static func range(_ interval: Interval?) -> String {
    interval.map { ratio($0.low) + " to " + ratio($0.high) } ?? ""
  }
}
