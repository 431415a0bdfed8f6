/// Text of a file that others may have made, on its way to a terminal.
package enum Printable {
  /// The text with a question mark for each scalar that controls: none of it can move the cursor, set a
  /// title, clear the screen or turn the direction of what follows.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - replacement: The scalar in place of each one that controls.
  package static func text(_ text: String, replacement: Unicode.Scalar = "?") -> String {
    // Most texts are plain, and large tables have many.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          isPrinted(scalar) ? scalar : replacement
        }))
  }

  /// The lines of a file that others read: line feeds and tabs stay, and nothing else that controls.
  package static func lines(_ text: String) -> String { page(text, colours: []) }

  /// The same of a page of text, whose line feeds, tabs and colours stay, and nothing else that controls.
  ///
  /// - Parameter colours: The codes that may stay, where the page is coloured.
  static func page(_ page: String, colours: [String]) -> String {
    if page.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x09 }) {
      return page
    }
    var printed = String.UnicodeScalarView()
    var rest = page.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "\u{1B}",
        let code = colours.first(where: { rest.starts(with: $0.unicodeScalars) })
      {
        printed += code.unicodeScalars
        rest = rest.dropFirst(code.unicodeScalars.count)
        continue
      }
      printed.append(scalar == "\n" || scalar == "\t" || isPrinted(scalar) ? scalar : "?")
      rest.removeFirst()
    }
    return String(printed)
  }

  /// Whether a scalar is text: it controls nothing, and XML can hold it.
  package static func isPrinted(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: !scalar.properties.isNoncharacterCodePoint
    }
  }
}
