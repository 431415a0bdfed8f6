/// Text in a Markdown document.
enum MarkdownText {
  /// The text as Markdown shows it: what others wrote makes no table, link or tag.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    // Scalars: a mark that combines with a bar would hide it among characters.
    for scalar in Printable.text(text).unicodeScalars {
      if "\\`*_[]<>|".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
