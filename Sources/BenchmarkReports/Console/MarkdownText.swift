/// Text in a Markdown document.
enum MarkdownText {
  /// The text as Markdown shows it: what others wrote makes no table, link or tag.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in Printable.text(text) {
      if "\\`*_[]<>|".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }
}
