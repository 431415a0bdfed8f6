/// Text in XML, which every SVG and every page is too.
package enum XML {
  /// The text with references for what markup is made of, fit for an attribute between double quotes.
  package static func escaped(_ text: String) -> String {
    text.substituting(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }
}
