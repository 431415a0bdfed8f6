/// Short phrases that many pages need.
package enum Words {
  /// A number of things: `1 case`, `3 cases`.
  package static func count(_ count: Int, _ thing: String, _ plural: String? = nil) -> String {
    "\(count) " + (count == 1 ? thing : plural ?? thing + "s")
  }

  /// A time in seconds with three decimals, such as `4.050`.
  package static func seconds(_ nanoseconds: UInt64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    return "\(milliseconds / 1000)." + String(1000 + milliseconds % 1000).dropFirst()
  }

  /// The first names, and the number of the other names.
  package static func some(_ names: [String], atMost most: Int) -> String {
    let rest = names.count - most
    return names.prefix(most).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension StyledText {
  /// The text with plain blanks after it, up to a width.
  package func padded(to width: Int) -> StyledText {
    self + StyledText(String(repeating: " ", count: max(0, width - plain.count)))
  }
}

extension String {
  /// The decimal number without zeros at the end of its fraction.
  package var withoutTrailingZeros: String {
    guard contains(".") else { return self }
    let short = dropLast { $0 == "0" }
    return String(short.hasSuffix(".") ? short.dropLast() : short)
  }

  /// The text without the characters at its end for which `isDropped` is true.
  func dropLast(while isDropped: (Character) -> Bool) -> Substring {
    prefix(count - reversed().prefix(while: isDropped).count)
  }

  /// The text with other texts in place of some scalars.
  ///
  /// Scalars are replaced, not characters, so that a combining mark does not hide a quotation mark.
  package func substituting(_ texts: [Unicode.Scalar: String]) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = texts[scalar] {
        result += text.unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text with blanks before it, up to a width.
  package func paddedLeft(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// The text with blanks after it, up to a width.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
