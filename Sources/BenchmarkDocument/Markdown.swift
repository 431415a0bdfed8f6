/// The backend for pull requests and write-ups; quoted text can't break a table.
package enum Markdown {
  /// The document as Markdown, whose first-level titles begin with `level` number signs.
  package static func text(_ document: Document, level: Int = 1) -> String {
    var text = ""
    var wasItem = false
    for block in document.blocks {
      guard let (part, isItem) = lines(block, level) else { continue }
      text += text.isEmpty || (wasItem && isItem) ? part : "\n" + part
      wasItem = isItem
    }
    return text
  }

  /// The text escaped for Markdown, so that it makes no table, link or tag, and mentions no
  /// account.
  package static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    // The loop is over scalars: a `|` with a combining mark is a character that is not "|".
    for scalar in Printable.text(text).unicodeScalars {
      if "\\`*_~[]<>&|".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
      // Despite a backslash, a forge reads @name as a person and #1 as an issue; an empty comment
      // after the sign prevents that reading.
      if "@#".unicodeScalars.contains(scalar) { escaped += "<!-- -->".unicodeScalars }
    }
    return String(escaped)
  }

  /// A table's row, with its cells escaped.
  package static func row(_ cells: [String]) -> String {
    "| " + cells.map(escaped).joined(separator: " | ") + " |\n"
  }

  private static func lines(_ block: Block, _ level: Int) -> (text: String, isItem: Bool)? {
    switch block {
    case .space: return nil
    case .heading(let text, let depth, let beside):
      let marks = String(repeating: "#", count: level + depth - 1)
      let explanation = beside.isEmpty ? "" : "\n\(escaped(beside))\n"
      return ("\(marks) \(escaped(text.plain))\n\(explanation)", false)
    case .paragraph(let paragraph):
      let text = paragraph.text.spans.map(marked).joined()
      return switch paragraph.name {
      case "": (text + "\n", false)
      case "-": ("- \(text)\n", true)
      default: ("- **\(escaped(paragraph.name))** \(text)\n", true)
      }
    case .table(let table): return table.rows.isEmpty ? nil : (lines(table), false)
    }
  }

  private static func marked(_ span: StyledText.Span) -> String {
    switch span.tone {
    case .plain: escaped(span.text)
    case .faint: "*\(escaped(span.text))*"
    case .strong, .good, .caution, .alarm: "**\(escaped(span.text))**"
    }
  }

  private static func lines(_ table: Table) -> String {
    let hasNotes = table.notes != nil
    let titles = table.columns.map(\.title) + (hasNotes ? ["notes"] : [])
    let rules =
      table.columns.map { $0.kind == .figure ? "---:" : "---" } + (hasNotes ? ["---"] : [])
    return row(titles) + "| " + rules.joined(separator: " | ") + " |\n"
      + table.rows.map { one in
        row(one.cells.map(\.textWithEnds) + (hasNotes ? [one.notes.joined(separator: "; ")] : []))
      }.joined()
  }
}
