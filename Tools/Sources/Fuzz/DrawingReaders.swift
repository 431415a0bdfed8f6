import Mustache

@testable import BenchmarkReports

extension Reader {
  /// A drawing taken into the report: well-formed markup of known elements alone, whatever was in it.
  static let svg = Reader(
    name: "svg", summary: "SVG: a drawing taken into the report, and made compact", mostBytes: 8192
  ) { input in
    let text = input.text
    _ = CompactSVG.text(text)
    guard let drawing = try? SVGDrawing(text, id: "c1", title: "a", text: "b") else { return }
    var again = SVGReader(drawing.markup)
    guard let root = try? again.read() else {
      return require(false, "a drawing that is taken in is well-formed")
    }
    check(root)
    var colours = ChartColours()
    colours.use(drawing.colours)
    _ = colours.rules
    let second = try? SVGDrawing(drawing.markup, id: "c1", title: "a", text: "b")
    require(second != nil, "a drawing that is taken in is taken in again")
  }

  private static let elements: Set = [
    "svg", "title", "desc", "defs", "g", "path", "line", "rect", "circle", "ellipse", "polygon",
    "polyline",
    "text", "tspan", "use",
  ]

  /// Nothing in a drawing is executed or fetched.
  private static func check(_ element: SVGElement) {
    require(elements.contains(element.name), "a drawing has known elements alone: \(element.name)")
    for (name, value) in element.attributes {
      require(!name.hasPrefix("on"), "a drawing executes nothing: \(name)")
      require(name != "href" || value.hasPrefix("#"), "a drawing fetches nothing: \(value)")
      require(
        name == "xmlns" || !value.contains(":") || name == "style" || name == "viewBox",
        "no address: \(value)")
    }
    for case .element(let child) in element.children { check(child) }
  }

  /// Texts of a stranger in the report's templates: none becomes markup.
  static let templates = Reader(
    name: "templates", summary: "texts of a stranger in the report's templates"
  ) { input in
    let text = input.text
    let table = TableView(
      id: "t1", caption: text, hint: text,
      spanRows: [
        SpanRowView(spans: [
          SpanView(text: text, count: 2), SpanView(text: text, count: 1, isGap: true),
        ])
      ],
      columns: [ColumnView(title: text), ColumnView(title: text, isNumber: true)],
      rows: [
        RowView(
          cells: [
            .heading(text), CellView(text: text, key: text), CellView(text: text, mark: text),
            .badge(text, .bad),
          ], isFirst: true)
      ])
    let chart = ChartView(id: "c1", title: text, text: text, drawing: nil, reason: text)
    guard let markup = library.render(table, withTemplate: "table"),
      let figure = library.render(chart, withTemplate: "chart")
    else { return require(false, "a template is there") }
    for page in [markup, figure] {
      var reader = SVGReader(page)
      do { _ = try reader.read() } catch {
        require(false, "a text stays a text (\(error)): \(page)")
      }
    }
    require(
      markup.utf8.count { $0 == UInt8(ascii: "<") } == empty.utf8.count { $0 == UInt8(ascii: "<") }
        || text.isEmpty || text.utf8.count > 48, "a text adds no tag")
    _ = GnuplotComplaint.firstLine(of: text)
    _ = LaTeXText.escaped(text)
    _ = MarkdownText.escaped(text)
  }

  private static let library: MustacheLibrary = {
    MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
    var library = MustacheLibrary()
    for file in HTMLTemplates.files { try? library.register(file.text, named: file.name) }
    return library
  }()

  /// The table of a text that is one letter.
  private static let empty: String = {
    let table = TableView(
      id: "t1", caption: "a", hint: "a",
      spanRows: [
        SpanRowView(spans: [
          SpanView(text: "a", count: 2), SpanView(text: "a", count: 1, isGap: true),
        ])
      ],
      columns: [ColumnView(title: "a"), ColumnView(title: "a", isNumber: true)],
      rows: [
        RowView(
          cells: [
            .heading("a"), CellView(text: "a", key: "a"), CellView(text: "a", mark: "a"),
            .badge("a", .bad),
          ], isFirst: true)
      ])
    return library.render(table, withTemplate: "table") ?? ""
  }()
}
