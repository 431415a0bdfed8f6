import BenchmarkDocument
import BenchmarkModel

extension WriteUp {
  /// Tables for pull requests and pages, below a line about the machine.
  ///
  /// - Parameter parameter: The parameter whose values are columns; nil for a table for each
  ///   situation.
  package func markdown(across parameter: String? = nil) -> String {
    guard let parameter else {
      return Markdown.text(Document(suites.flatMap { document($0).blocks }), level: 2)
    }
    let tables = across(parameter).flatMap { across -> [Block] in
      [.heading("\(across.name)", level: 2, beside: across.explanation), .table(across.table)]
    }
    return Markdown.text([.text(StyledText(caption, .faint))] + Document(tables), level: 2)
  }

  private func document(_ suite: WriteUpSuite) -> Document {
    let tables = suite.tables.filter { !$0.shown.isEmpty }.flatMap { table -> [Block] in
      [
        .heading("\(table.situation)", level: 2, beside: table.explanation ?? ""),
        .table(table.table),
      ]
    }
    return [
      .heading("\(suite.name)"), .text(StyledText(caption, .faint)),
      .text("\(WriteUp.legend)"),
    ] + Document(tables)
  }
}
