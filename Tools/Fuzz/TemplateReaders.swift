import BenchmarkDocument
import Foundation
import FoundationXML

@testable import BenchmarkReports

extension Reader {
  /// Untrusted texts in the report's page, none of which may become markup.
  static let templates = Reader(
    name: "templates", summary: "texts of a stranger in the report's page"
  ) { input in
    let text = input.text
    let page = HTML.markup(document(of: text), id: text).source
    let image: Markup = "<img alt=\"\(text)\" src='\(ImageAddress.svg(text))'/>"
    for part in ["<div>\(page)</div>", image.source] {
      let parser = XMLParser(data: Data(part.utf8))
      require(parser.parse(), "a text stays a text: \(part)")
    }
    // A line may be broken after each slash of the row's name, which adds a tag.
    let breaks = text.utf8.count { $0 == UInt8(ascii: "/") }
    require(
      tags(page) == tags(empty) + breaks || text.isEmpty || text.utf8.count > 48,
      "a text adds no tag")
    _ = CompactSVG.text(text)
    _ = GnuplotComplaint.firstLine(of: text)
    _ = LaTeX.escaped(text)
    _ = Markdown.escaped(text)
  }

  private static func tags(_ page: String) -> Int {
    page.utf8.count { $0 == UInt8(ascii: "<") }
  }

  /// A document with the text in every position of a heading, a list, a sentence and a table.
  private static func document(of text: String) -> Document {
    var table = Table(
      [.init(text), .init(text), .init(text, .figure)],
      [Table.Row([.text(text), .text(text), .verdict(text, .alarm)], isFirst: true)]
    ).captioned("a" + text, hint: text)
    table.spans = [.init(text, count: 2), .init(nil, count: 1)]
    return [
      .heading(StyledText("a" + text), beside: "a" + text),
      .line(StyledText(text), label: StyledText("a" + text, .caution)),
      .text(StyledText(text, .faint)), .table(table),
    ]
  }

  /// The page with one letter as text.
  private static let empty = HTML.markup(document(of: "a"), id: "a").source
}
