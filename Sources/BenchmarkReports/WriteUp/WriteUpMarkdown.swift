import BenchmarkDocument
import BenchmarkModel

/// Tables for pull requests and pages: a table a situation, below the machine's caption.
package struct WriteUpMarkdown {
  private let writeUp: WriteUp

  private let parameter: String?

  /// Makes the text of a run's tables.
  ///
  /// - Parameter parameter: The parameter whose values are columns; nil for a table a situation.
  package init(_ writeUp: WriteUp, across parameter: String? = nil) {
    self.writeUp = writeUp
    self.parameter = parameter
  }

  /// The whole text.
  package func render() -> String {
    guard let parameter else {
      return Markdown.text(Document(writeUp.suites.flatMap { document($0).blocks }), level: 2)
    }
    let tables = writeUp.across(parameter).flatMap { across -> [Block] in
      [.heading("\(across.name)", level: 2, beside: across.explanation), .table(across.table)]
    }
    return Markdown.text([.text(StyledText(writeUp.caption, .faint))] + Document(tables), level: 2)
  }

  private func document(_ suite: WriteUpSuite) -> Document {
    let tables = suite.tables.filter { !$0.shown.isEmpty }.flatMap { table -> [Block] in
      [
        .heading("\(table.situation)", level: 2, beside: table.explanation ?? ""),
        .table(table.table),
      ]
    }
    return [
      .heading("\(suite.name)"), .text(StyledText(writeUp.caption, .faint)),
      .text("\(WriteUp.legend)"),
    ] + Document(tables)
  }
}
