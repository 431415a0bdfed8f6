import BenchmarkDocument
import BenchmarkModel

/// Tables for pull requests and pages: a table a situation, below the machine's caption.
public struct WriteUpMarkdown {
  private let writeUp: WriteUp

  /// Makes the text of a run's tables.
  public init(_ writeUp: WriteUp) { self.writeUp = writeUp }

  /// The whole text.
  public func render() -> String {
    Markdown.text(Document(writeUp.suites.flatMap { document($0).blocks }), level: 2)
  }

  private func document(_ suite: WriteUpSuite) -> Document {
    let tables = suite.tables.filter { !$0.shown.isEmpty }.flatMap { table -> [Block] in
      let explanation = table.column.map { "\($0.name), \(table.direction)" } ?? ""
      return [
        .heading("\(table.situation)", level: 2, beside: explanation), .table(table.table),
      ]
    }
    return [
      .heading("\(suite.name)"), .text(StyledText(writeUp.caption, .faint)),
      .text("\(WriteUp.legend)"),
    ] + Document(tables)
  }
}
