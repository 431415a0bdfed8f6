import TextTable

/// Columns of text, made printable and aligned: for a terminal and for files that people read.
struct TableText {
  /// Which side of its column a cell stands on.
  enum Side {
    case left
    case right
  }

  private let headings: [(title: String, side: Side)]
  private var rows: [[String]] = []

  /// Makes a table of its headings.
  init(_ headings: [(title: String, side: Side)]) {
    self.headings = headings.map { (Printable.text($0.title), $0.side) }
  }

  /// Adds a row of as many cells as there are headings.
  mutating func add(_ cells: [String]) { rows.append(cells.map(Printable.text)) }

  /// Renders headings and rows, each line indented, trailing blanks cut; empty without rows.
  func render(indent: String = "  ") -> String {
    lines.map { indent + $0 + "\n" }.joined()
  }

  /// Renders headings and rows, with a note behind each row that has one, or on a line of its own where
  /// it would make the row too long for a terminal.
  func render(indent: String, notes: [String]) -> String {
    let lines = self.lines
    let width = (lines.map(\.count).max() ?? 0) + indent.count + 2
    return zip(lines, [""] + notes).map { line, note in
      let (line, note) = (indent + line, Printable.text(note))
      if note.isEmpty { return line + "\n" }
      guard width + note.count <= Paragraph.width else {
        return line + "\n" + Paragraph.render(note, first: indent + "    ")
      }
      return line + String(repeating: " ", count: width - line.count) + note + "\n"
    }.joined()
  }

  private var lines: [Substring] {
    let headings = self.headings
    let table = TextTable<[String]> { row in
      zip(headings, row).map { heading, cell in
        Column(title: heading.title, value: cell, align: heading.side == .left ? .left : .right)
      }
    }
    let text = table.string(for: rows, style: Style.plain) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: true).map(\.trimmingBlanksAtEnd)
  }
}

extension Substring {
  fileprivate var trimmingBlanksAtEnd: Substring {
    var line = self
    while line.last == " " { line.removeLast() }
    return line
  }
}
