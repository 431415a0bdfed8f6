import BenchmarkDocument

extension Document {
  /// The document as a pipe gets it.
  var plain: String { printed(false) }

  /// The document as a terminal with colours gets it.
  var coloured: String { printed(true) }

  /// The document's lines.
  func printed(_ isColoured: Bool) -> String { Terminal(isColoured: isColoured).text(self) }
}
