/// Text of a file that others may have made, on its way to a terminal.
public enum Printable {
  /// The text with a question mark for each control character: none of it can move the cursor, set a
  /// title or clear the screen.
  public static func text(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          scalar.properties.generalCategory == .control ? "?" : scalar
        }))
  }
}
