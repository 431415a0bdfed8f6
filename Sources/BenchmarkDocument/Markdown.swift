/// The backend for pull requests and write-ups: text by others can't break its tables.
package enum Markdown {
  /// The document as Markdown, its titles beginning with as many `#` as `level` says.
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

  /// The text for Markdown: text by others makes no table, link or tag, and mentions no account.
  package static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    // Scalars: a mark that combines with a bar would hide it among characters.
    for scalar in Printable.text(text).unicodeScalars {
      if "\\`*_~[]<>&|".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
      // No backslash keeps a forge from reading @name as a person and #1 as an issue: an empty comment
      // between the two does.
      if "@#".unicodeScalars.contains(scalar) { escaped += "<!-- -->".unicodeScalars }
    }
    return String(escaped)
  }

  /// A table's row of such texts.
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
