/// Text broken between words, so that it reads the same on every terminal.
enum Paragraph {
  /// How long a line may be.
  static let width = 120

  /// The text, made printable, after `first`, its further lines indented as far as `first` is long.
  static func render(_ text: String, first: String, width: Int = Self.width) -> String {
    let indent = String(repeating: " ", count: first.count)
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in Printable.text(text).split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        (line, isEmpty) = (indent, true)
      }
      line += isEmpty ? String(word) : " " + word
      isEmpty = false
    }
    return (lines + [line]).map { $0 + "\n" }.joined()
  }
}
