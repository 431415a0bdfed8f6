/// Text from files that others may have made, safe for a terminal.
package enum Printable {
  /// The text with `replacement` for each control scalar, so that the text cannot move the cursor,
  /// set a title, clear the screen or change the direction of later text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - replacement: The scalar in place of each control scalar.
  package static func text(_ text: String, replacement: Unicode.Scalar = "?") -> String {
    // Plain texts are returned as they are: large tables have many.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          isPrinted(scalar) ? scalar : replacement
        }))
  }

  /// A text of lines, in which line feeds and tabs are the only control scalars that stay.
  package static func lines(_ text: String) -> String { page(text, colours: []) }

  /// A page of text, in which line feeds, tabs and colours are the only control scalars that stay.
  ///
  /// - Parameter colours: The escape codes of colours, which stay; empty without colours.
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

  /// Whether a scalar is text: XML can hold the scalar, and the scalar controls nothing.
  package static func isPrinted(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: !scalar.properties.isNoncharacterCodePoint
    }
  }
}
