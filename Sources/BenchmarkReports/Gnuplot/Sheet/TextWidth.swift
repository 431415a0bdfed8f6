/// The estimated widths of texts, by the same classes of letters as in plots/look.gp.
enum TextWidth {
  private static let classes = [
    ("ijlI|!'.,:; ", 0.35), ("ftrJ()[]{}/\\-\"`", 0.43), ("mwMWOQGDN@%&+=<>", 0.95),
    ("ABCEFHKLPRSTUVXYZ", 0.75), ("µ·×", 0.65),
  ]

  /// The width of a text, in ems of its font.
  static func ems(_ text: String) -> Double {
    text.reduce(0) { sum, letter in
      sum + (classes.first { $0.0.contains(letter) }?.1 ?? (letter.isASCII ? 0.65 : 1))
    }
  }
}
