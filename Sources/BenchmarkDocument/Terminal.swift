/// The backend for a terminal or a pipe: lines of text, in colour if that is wanted.
package struct Terminal: Sendable {
  private let isColoured: Bool
  /// The maximum length of a line, except in paragraphs without a width.
  let columns: Int

  /// Makes the backend.
  ///
  /// - Parameters:
  ///   - isColoured: Whether colours are written, which the caller decides by the terminal and
  ///     `NO_COLOR`.
  ///   - columns: The terminal's columns; nil for a pipe, whose lines are as long as the document
  ///     says.
  package init(isColoured: Bool, columns: Int? = nil) {
    self.isColoured = isColoured
    // No layout fits into fewer columns.
    self.columns = columns.map { max($0, Self.fewestColumns) } ?? .max
  }

  private static let fewestColumns = 40

  /// The document's lines.
  package func text(_ document: Document) -> String {
    document.blocks.map { block in
      switch block {
      case .heading(let text, let level, let beside): heading(text, level, beside)
      case .paragraph(let paragraph): lines(paragraph)
      case .table(let table): TableLines(table, self).text
      case .space: "\n"
      }
    }.joined()
  }

  /// A page that is safe for a terminal: of its control scalars, only line feeds, tabs and the
  /// escape codes of our colours stay, and these codes only if colours are written.
  package func printable(_ page: String) -> String {
    Printable.page(page, colours: isColoured ? [Self.reset] + Tone.all.compactMap(\.code) : [])
  }

  func styled(_ text: StyledText) -> String {
    text.spans.map { styled($0.text, $0.tone) }.joined()
  }

  func styled(_ text: String, _ tone: Tone) -> String {
    let text = Printable.text(text)
    guard isColoured, let code = tone.code else { return text }
    return code + text + Self.reset
  }

  private static let reset = "\u{1B}[0m"

  private func heading(_ text: StyledText, _ level: Int, _ beside: String) -> String {
    let title = level == 1 ? text.emphasized(.strong) : "  " + text
    if beside.isEmpty { return styled(title) + "\n" }
    let explanation = StyledText(beside, .faint)
    guard title.plain.count + 2 + beside.count > columns else {
      return styled(title + "  " + explanation) + "\n"
    }
    return styled(title) + "\n"
      + lines(Paragraph(text: explanation, label: "  ", width: columns))
  }

  // MARK: Paragraphs

  /// The words after the label, with further lines indented by the length of the label.
  func lines(_ paragraph: Paragraph) -> String {
    let words = Self.words(paragraph.text)
    if words.isEmpty { return styled(paragraph.label).dropLast { $0 == " " } + "\n" }
    let indent = String(repeating: " ", count: paragraph.label.plain.count)
    // A paragraph without a width is for scripts and for copying, so no line break is written into
    // it.
    let most = paragraph.width == .max ? .max : min(paragraph.width, columns)
    var text = ""
    var line = styled(paragraph.label)
    var length = indent.count
    var isEmpty = true
    for word in words {
      let width = word.reduce(0) { $0 + $1.text.count }
      if !isEmpty, length + 1 + width > most {
        text += line + "\n"
        (line, length, isEmpty) = (indent, indent.count, true)
      }
      if !isEmpty { (line, length) = (line + " ", length + 1) }
      line += word.map { styled($0.text, $0.tone) }.joined()
      (length, isEmpty) = (length + width, false)
    }
    return text + line + "\n"
  }

  /// The words, each in parts of one tone; a no-break space is a letter of its word.
  private static func words(_ text: StyledText) -> [[StyledText.Span]] {
    var words: [[StyledText.Span]] = [[]]
    for span in text.spans {
      let parts = Printable.text(span.text).split(separator: " ", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 { words.append([]) }
        if part.isEmpty { continue }
        let word = String(part.map { $0 == "\u{A0}" ? " " : $0 })
        words[words.count - 1].append(.init(text: word, tone: span.tone))
      }
    }
    return words.filter { !$0.isEmpty }
  }
}

extension Tone {
  fileprivate static let all: [Tone] = [.strong, .faint, .good, .caution, .alarm]

  /// The code that turns the tone on; nil for plain text.
  fileprivate var code: String? {
    switch self {
    case .plain: nil
    case .strong: "\u{1B}[1m"
    case .faint: "\u{1B}[2m"
    case .good: "\u{1B}[32m"
    case .caution: "\u{1B}[33m"
    case .alarm: "\u{1B}[31m"
    }
  }
}
