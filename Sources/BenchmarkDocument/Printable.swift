/// Text of a file that others may have made, on its way to a terminal.
package enum Printable {
  /// The text with a question mark for each scalar that controls, so that the text cannot move the cursor, set a
  /// title, clear the screen or turn the direction of later text.
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

  /// The lines of a file for others: of the scalars that control, only line feeds and tabs stay.
  package static func lines(_ text: String) -> String { page(text, colours: []) }

  /// A page of text: of the scalars that control, only line feeds, tabs and colours stay.
  ///
  /// - Parameter colours: The codes that may stay, if the page is coloured.
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

  /// Whether a scalar is text: XML can hold the scalar, and it controls nothing.
  package static func isPrinted(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: !scalar.properties.isNoncharacterCodePoint
    }
  }
}
