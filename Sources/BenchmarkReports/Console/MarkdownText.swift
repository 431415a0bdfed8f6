/// Text in a Markdown document.
enum MarkdownText {
  /// The text as Markdown shows it: what others wrote makes no table, link or tag, and calls nobody.
  static func escaped(_ text: String) -> String {
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
}
