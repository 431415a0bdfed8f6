/// Small words that many pages need.
package enum Words {
  /// A number of things: `1 case`, `3 cases`.
  package static func count(_ count: Int, _ thing: String, _ plural: String? = nil) -> String {
    "\(count) " + (count == 1 ? thing : plural ?? thing + "s")
  }

  /// The first names, and how many more there are.
  package static func some(_ names: [String], atMost most: Int) -> String {
    let rest = names.count - most
    return names.prefix(most).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension StyledText {
  /// The text with plain blanks behind it, up to a width.
  package func padded(to width: Int) -> StyledText {
    self + StyledText(String(repeating: " ", count: max(0, width - plain.count)))
  }
}

extension String {
  /// The text with blanks before it, up to a width.
  package func paddedLeft(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// The text with blanks behind it, up to a width.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
