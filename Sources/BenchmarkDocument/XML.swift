/// Text for XML, SVG and HTML pages.
package enum XML {
  /// The text with character references for the scalars of markup, also valid in an attribute
  /// between double quotes.
  package static func escaped(_ text: String) -> String {
    text.substituting(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }
}
