/// Text of a file that others may have made, on its way to a terminal.
public enum Printable {
  /// The text with a question mark for each scalar that controls: none of it can move the cursor, set a
  /// title, clear the screen or turn the direction of what follows.
  public static func text(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          isPrinted(scalar) ? scalar : "?"
        }))
  }

  private static func isPrinted(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
