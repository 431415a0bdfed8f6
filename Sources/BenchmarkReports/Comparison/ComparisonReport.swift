package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// Two runs side by side: their differences, then each case's ratio.
package struct ComparisonReport {
  private let comparison: Comparison
  private let names: ComparisonNames
  private let listsAll: Bool

  /// The largest length of a line, in characters: short enough for a terminal beside an editor.
  private static let width = 112

  /// Makes the report of a comparison.
  ///
  /// - Parameters:
  ///   - names: The names by which the reader knows the runs.
  ///   - listsAll: Whether each case that only one run has is listed, however many there are.
  package init(_ comparison: Comparison, names: ComparisonNames, listsAll: Bool = false) {
    self.comparison = comparison
    self.names = names
    self.listsAll = listsAll
  }

  /// The runs, their differences, a table for each suite and metric, and the cases without a ratio.
  package var document: Document {
    .spaced(
      [runs, differences, cautions] + comparison.tables.map(Self.document) + [rest, limits])
  }

  private static func text(_ text: StyledText, label: StyledText = "") -> Block {
    .text(text, label: label, width: width)
  }

  // MARK: The runs

  private var runs: Document {
    Document(
      RunSide.allCases.map { side in
        let run = ComparisonWords.run(comparison[side])
        let places = (side == .a ? comparison.placesA : comparison.placesB)
          .map { "; places of \($0)" }
        return Self.text("\(names[side]): \(run)\(places ?? "")", label: "\(side.rawValue)  ")
      })
  }

  private var differences: Document {
    guard !comparison.differences.isEmpty else { return [] }
    let width = comparison.differences.map(\.what.count).max() ?? 0
    let heading =
      "NOT LIKE WITH LIKE: the runs differ in this, and every ratio below holds these differences too"
    return [Self.text(StyledText(heading, .alarm))]
      + Document(
        comparison.differences.map { difference in
          Self.text(
            "\(ComparisonWords.values(of: difference))",
            label: "  \(difference.what.padded(to: width))  ")
        })
  }

  private var cautions: Document {
    Document(
      comparison.cautions.map {
        Self.text("\(ComparisonWords.text(of: $0))", label: StyledText("warning: ", .caution))
      })
  }

  // MARK: The cases

  /// A table of cases: first those that are told apart, then the others, in both groups the most
  /// changed case first.
  static func document(_ table: ComparisonTable) -> Document {
    let direction =
      table.column.polarity == .higherIsBetter ? "higher is better" : "lower is better"
    let cases = TableDescription.compared(Quantity(table.column))
      .table(table.cases, notes: .below(indent: 8), width: width, noted: ComparisonWords.notes)
    return [
      .heading("\(table.suite)", beside: "\(table.column.name), \(direction); B over A"),
      text("\(ComparisonWords.counts(table))", label: "  "), .space, .table(cases),
    ]
  }

  private var rest: Document {
    let lines = ComparisonRest(comparison, listsAll: listsAll).lines
    let width = lines.map(\.label.count).max() ?? 0
    return Document(
      lines.map { line in
        let label = StyledText(line.label, line.isFault ? .alarm : .plain)
        return Self.text("\(line.text)", label: "  " + label.padded(to: width + 2))
      })
  }

  private var limits: Document {
    Document(ComparisonWords.limits(comparison).map { Self.text("\($0)") })
  }
}

/// The names by which the reader knows the two runs, such as their paths.
package struct ComparisonNames: Sendable {
  private let a: String
  private let b: String

  package init(a: String, b: String) {
    self.a = a
    self.b = b
  }

  subscript(side: RunSide) -> String { side == .a ? a : b }
}

extension Comparison {
  subscript(side: RunSide) -> RunDocument { side == .a ? a : b }
}
