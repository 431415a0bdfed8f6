import BenchmarkModel
import BenchmarkStatistics

/// The backend for HTML pages: it escapes all text, and a script can sort and filter its tables.
package enum HTML {
  /// The document as a part of a page.
  ///
  /// Paragraphs with a label form a list. A table without a caption takes the title above the
  /// table.
  ///
  /// - Parameter id: The prefix of the `id` attributes of the document's titles and tables.
  package static func markup(_ document: Document, id: String) -> Markup {
    var page: Markup = ""
    var items: [Markup] = []
    var title = ""
    for (index, block) in document.blocks.enumerated() {
      if case .paragraph(let paragraph) = block, !paragraph.name.isEmpty {
        items.append(item(paragraph))
        continue
      }
      page += list(items)
      items = []
      switch block {
      case .space: break
      case .heading(let text, _, let beside):
        title = text.plain
        page += "<h3 id=\"\(id)-\(index)\">\(title)</h3>\n"
        if !beside.isEmpty { page += "<p>\(beside)</p>\n" }
      case .paragraph(let paragraph):
        let isRemark = paragraph.text.spans.first?.tone == .faint
        let style: Markup = isRemark ? " class=\"remark\"" : ""
        page += "<p\(style)>\(paragraph.text.plain)</p>\n"
      case .table(let table): page += markup(table, id: "\(id)-t\(index)", title: title)
      }
    }
    page += list(items)
    return page
  }

  private static func list(_ items: [Markup]) -> Markup {
    items.isEmpty ? "" : "<ul class=\"finds\">\n\(items)</ul>\n"
  }

  private static func item(_ paragraph: Paragraph) -> Markup {
    let mark: Markup = style(paragraph.label.spans.last?.tone ?? .plain)
    return "<li><b\(mark)>\(paragraph.name)</b> \(paragraph.text.plain)</li>\n"
  }

  // MARK: Tables

  /// A table; the column that names the rows comes first, because a page keeps the first column in
  /// sight.
  package static func markup(_ table: Table, id: String, title: String = "") -> Markup {
    let table = table.nameFirst
    let caption = table.caption.isEmpty ? title : table.caption
    let style: Markup = table.isPlain ? " class=\"p\"" : ""
    let hint: Markup = table.hint.map { " <small>\($0)</small>" } ?? ""
    return """
      <div class="t">
      <div class="h"><div class="s" role="region" aria-labelledby="\(id)-c" tabindex="0">
      <table id="\(id)"\(style)>
      <caption id="\(id)-c"><span class="k">\(caption)\(hint)</span></caption>
      <thead>
      \(spans(table))<tr>\(table.columns.map(heading))</tr>
      </thead>
      <tbody>
      \(table.rows.map(row))</tbody>
      </table>
      </div></div>
      </div>

      """
  }

  private static func spans(_ table: Table) -> Markup {
    if table.spans.isEmpty { return "" }
    let spans = table.spans.map { span -> Markup in
      guard let title = span.title else { return "<td colspan=\"\(span.count)\"></td>" }
      return "<th scope=\"colgroup\" colspan=\"\(span.count)\">\(title)</th>"
    }
    return "<tr>\(spans)</tr>\n"
  }

  private static func heading(_ column: Table.Column) -> Markup {
    let isNumber = column.kind == .figure || column.kind == .interval
    let style: Markup = isNumber ? " class=\"n\"" : ""
    return "<th scope=\"col\"\(style)>\(column.title)</th>"
  }

  private static func row(_ row: Table.Row) -> Markup {
    let first: Markup = row.cells.first.map { "<th scope=\"row\">\(breakable($0.text))</th>" } ?? ""
    let cells = row.cells.dropFirst().map(cell)
    let style: Markup = row.isFirst ? " class=\"b\"" : ""
    return "<tr\(style)>\(first)\(cells)</tr>\n"
  }

  /// A name that may be broken after its slashes.
  private static func breakable(_ name: String) -> Markup {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let whole = parts.dropLast().map { "\($0)/" } + parts.suffix(1).map(String.init)
    return "\(whole.map { part -> Markup in "<wbr/>\(part)" })"
  }

  private static func cell(_ cell: Cell) -> Markup {
    let text = cell.text
    let key: Markup = cell.sortKey.map { " data-v=\"\($0)\"" } ?? ""
    let long: Markup = text.utf8.count > longestLine ? " class=\"l\"" : ""
    let mark: Markup = style(cell.tone)
    return mark.source.isEmpty
      ? "<td\(key)\(long)>\(text)</td>" : "<td\(key)\(long)><b\(mark)>\(text)</b></td>"
  }

  /// The length in bytes of the longest text that is not broken into lines.
  private static let longestLine = 48

  /// The `class` attribute for a tone.
  package static func style(_ tone: Tone) -> Markup {
    switch tone {
    case .plain, .strong: ""
    case .faint: " class=\"quiet\""
    case .good: " class=\"good\""
    case .caution: " class=\"caution\""
    case .alarm: " class=\"bad\""
    }
  }

  // MARK: Text

  /// The text with character references for the characters of markup, and a question mark for each
  /// control character or scalar that XML can't hold.
  ///
  /// Plain texts are not copied, because a page has many texts, most of them plain.
  package static func escaped(_ text: String) -> String {
    text.utf8.allSatisfy(isPlain)
      ? text : XML.escaped(Printable.text(text)).substituting(["'": "&#39;"])
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    default: (0x20..<0x7f).contains(byte)
    }
  }
}

extension Table {
  /// The table with the column of names in front.
  fileprivate var nameFirst: Table {
    guard let name = columns.firstIndex(where: { $0.kind == .name }), name > 0 else { return self }
    func nameFirst<Item>(_ items: [Item]) -> [Item] {
      [items[name]] + items[..<name] + items[(name + 1)...]
    }
    var table = self
    table.columns = nameFirst(columns)
    table.rows = rows.map { Row(nameFirst($0.cells), notes: $0.notes, isFirst: $0.isFirst) }
    return table
  }
}

extension Cell {
  /// The number that the cell is sorted by; nil for a text.
  fileprivate var sortKey: String? {
    switch self {
    case .text, .verdict, .range: nil
    case .count(let count): String(count)
    case .rank(let rank, _): String(rank)
    case .figure(let value, _): Self.key(value)
    // An interval is sorted by its width relative to the value.
    case .spread(let estimate, _):
      estimate.interval.flatMap { Self.key($0.relativeHalfWidth(around: estimate.value)) }
    }
  }

  private static func key(_ value: Double) -> String? {
    let text = FigureText.significant(value)
    return text.isEmpty ? nil : text
  }
}
