/// Text in XML, SVG and pages.
package enum XML {
  /// The text with references for the scalars of markup, fit for an attribute between double
  /// quotes.
  package static func escaped(_ text: String) -> String {
    text.substituting(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }
}
