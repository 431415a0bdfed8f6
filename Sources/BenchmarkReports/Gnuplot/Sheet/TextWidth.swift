/// The estimated widths of texts, by the same classes of letters as in plots/look.gp.
enum TextWidth {
  private static let narrow = Set("ijlI|!'.,:; ")
  private static let slim = Set("ftrJ()[]{}/\\-\"`")
  private static let broad = Set("mwMWOQGDN@%&+=<>")
  private static let tall = Set("ABCEFHKLPRSTUVXYZ")

  /// The width of a text, in ems of its font.
  static func ems(_ text: String) -> Double { text.reduce(0) { $0 + ems($1) } }

  private static func ems(_ letter: Character) -> Double {
    if narrow.contains(letter) { return 0.35 }
    if slim.contains(letter) { return 0.43 }
    if broad.contains(letter) { return 0.95 }
    if tall.contains(letter) { return 0.75 }
    return letter.isASCII || "µ·×".contains(letter) ? 0.65 : 1
  }
}
