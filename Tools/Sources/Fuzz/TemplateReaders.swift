import BenchmarkDocument
import Foundation
import FoundationXML
import Mustache

@testable import BenchmarkReports

extension Reader {
  /// Texts of a stranger in the report's templates: none becomes markup.
  static let templates = Reader(
    name: "templates", summary: "texts of a stranger in the report's templates"
  ) { input in
    let text = input.text
    let chart = ChartView(
      id: "c1", title: text, text: text, drawing: ImageAddress.svg(text), reason: text)
    guard let markup = library.render(table(of: text), withTemplate: "table"),
      let figure = library.render(chart, withTemplate: "chart")
    else { return require(false, "a template is there") }
    for page in [markup, figure] {
      let parser = XMLParser(data: Data(page.utf8))
      require(parser.parse(), "a text stays a text: \(page)")
    }
    // The row's name may be broken behind each of its slashes.
    let breaks = text.utf8.count { $0 == UInt8(ascii: "/") }
    require(
      tags(markup) == tags(empty) + breaks || text.isEmpty || text.utf8.count > 48,
      "a text adds no tag")
    _ = CompactSVG.text(text)
    _ = GnuplotComplaint.firstLine(of: text)
    _ = LaTeX.escaped(text)
    _ = Markdown.escaped(text)
  }

  private static func tags(_ page: String) -> Int {
    page.utf8.count { $0 == UInt8(ascii: "<") }
  }

  private static let library: MustacheLibrary = {
    MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
    var library = MustacheLibrary()
    for file in HTMLTemplates.files { try? library.register(file.text, named: file.name) }
    return library
  }()

  /// A table that holds the text in each of its places.
  private static func table(of text: String) -> TableView {
    TableView(
      id: "t1", caption: text, hint: text,
      spanRows: [
        SpanRowView(spans: [
          SpanView(text: text, count: 2), SpanView(text: text, count: 1, isGap: true),
        ])
      ],
      columns: [.init(text), .init(text, .figure)],
      rows: [RowView([.text(text), .text(text), .verdict(text, .alarm)], isFirst: true)])
  }

  /// The page of a text that is one letter.
  private static let empty = library.render(table(of: "a"), withTemplate: "table") ?? ""
}
