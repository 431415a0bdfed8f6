/// A table's lines on a terminal, with aligned columns, broken long names, and notes after or below
/// their rows.
struct TableLines {
  private let table: Table
  private let terminal: Terminal
  /// The printable texts by row and cell, each cell as a list of lines.
  private let cells: [[[String]]]
  private let widths: [Int]

  init(_ whole: Table, _ terminal: Terminal) {
    let table = whole.narrowed(to: terminal.columns)
    self.table = table
    self.terminal = terminal
    var cells = table.rows.map { row in row.cells.map { [Printable.text($0.text)] } }
    let titles = table.columns.map { Printable.text($0.title).count }
    func width(_ column: Int) -> Int {
      cells.reduce(titles[column]) { $1[column].map(\.count).reduce($0, max) }
    }
    if let name = table.columns.firstIndex(where: { $0.kind == .name }) {
      let others = titles.indices.filter { $0 != name }.reduce(0) { $0 + width($1) + 1 }
      let least = terminal.columns < .max ? Self.leastNarrowName : Self.leastName
      let room = max(least, table.width - table.indent - others)
      for row in cells.indices { cells[row][name] = Self.broken(cells[row][name][0], width: room) }
    }
    widths = titles.indices.map(width)
    self.cells = cells
  }

  private static let leastName = 30
  static let leastNarrowName = 24

  /// The lines; empty without rows.
  var text: String {
    guard !table.rows.isEmpty else { return "" }
    let heading = line(table.columns.map { Printable.text($0.title) })
    guard case .behind = table.notes else {
      return heading + "\n" + table.rows.indices.map(row).joined()
    }
    let lengths = cells.map { row in line(row.map { $0[0] }).count }
    let room = lengths.reduce(heading.count, max) + 2
    return heading + "\n"
      + table.rows.indices.map { noted($0, length: lengths[$0], room: room) }.joined()
  }

  /// A row, with its notes below it.
  private func row(_ row: Int) -> String {
    let tones = table.rows[row].cells.map(\.tone)
    let height = cells[row].map(\.count).max() ?? 1
    let lines = (0..<height).map { index in
      line(cells[row].map { index < $0.count ? $0[index] : "" }, index == 0 ? tones : []) + "\n"
    }.joined()
    guard case .below(let indent) = table.notes else { return lines }
    return lines + table.rows[row].notes.map { note($0, indent: indent) }.joined()
  }

  /// A row with its notes on the same line, or on lines of their own.
  private func noted(_ row: Int, length: Int, room: Int) -> String {
    let line = line(cells[row].map { $0[0] }, table.rows[row].cells.map(\.tone))
    let notes = table.rows[row].notes.joined(separator: "; ")
    if notes.isEmpty { return line + "\n" }
    guard room + notes.count <= table.width else {
      return line + "\n" + note(notes, indent: table.indent + 4)
    }
    return line + String(repeating: " ", count: room - length) + Printable.text(notes) + "\n"
  }

  private func note(_ note: String, indent: Int) -> String {
    let label = StyledText(String(repeating: " ", count: indent))
    return terminal.lines(Paragraph(text: StyledText(note), label: label, width: table.width))
  }

  private func line(_ texts: [String], _ tones: [Tone] = []) -> String {
    var line = String(repeating: " ", count: table.indent)
    var blanks = ""
    for (column, text) in texts.enumerated() {
      let padding = String(repeating: " ", count: max(0, widths[column] - text.count))
      let isRight = table.columns[column].kind == .figure
      if isRight { blanks += padding }
      if !text.isEmpty {
        let tone = tones.indices.contains(column) ? tones[column] : .plain
        line += blanks + terminal.styled(text, tone)
        blanks = ""
      }
      blanks += (isRight ? "" : padding) + " "
    }
    return line
  }

  /// The name in parts that fit, broken before slashes.
  private static func broken(_ name: String, width: Int) -> [String] {
    var lines = [""]
    for (index, part) in name.split(separator: "/").enumerated() {
      let word = (index == 0 ? "" : "/") + part
      if index > 0, lines[lines.count - 1].count + word.count > width { lines.append("") }
      lines[lines.count - 1] += word
    }
    return lines
  }
}
