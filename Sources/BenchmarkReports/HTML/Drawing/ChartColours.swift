/// The colours that charts are drawn in, and what becomes of them on dark paper.
///
/// One drawing serves both themes: its attributes hold the colours of white paper, and style rules put
/// variables in their place.
struct ChartColours {
  /// The paper of the dark theme, as report.css has it.
  static let darkPaper = HexColour(red: 0x14, green: 0x17, blue: 0x1b)
  /// What white paper's black becomes there.
  private static let darkInk = 0xec
  /// As much contrast as graphics should have against their paper (WCAG 2.1, 1.4.11), and some more.
  private static let fewestContrast = 4.5

  private(set) var used: Set<String> = []

  mutating func use(_ colour: String) { used.insert(colour) }

  mutating func use(_ colours: Set<String>) { used.formUnion(colours) }

  /// The rules that exchange the colours in dark.
  var rules: String {
    let colours = used.compactMap(HexColour.init).sorted { $0.text < $1.text }
    guard !colours.isEmpty else { return "" }
    let exchanges = colours.map { colour in
      let variable = "var(\(Self.variable(colour)))"
      return ["fill", "stroke", "color"]
        .map { ".g:not(.paper) [\($0)=\"\(colour.text)\"]{\($0):\(variable)}\n" }.joined()
    }.joined()
    func values(_ value: (HexColour) -> HexColour) -> String {
      colours.map { "\(Self.variable($0)):\(value($0).text);" }.joined()
    }
    let dark = values(Self.onDarkPaper)
    return ":root{\(values { $0 })}\n"
      + "@media screen and (prefers-color-scheme:dark){:root:not([data-theme=\"light\"]){\(dark)}}\n"
      + "@media screen{:root[data-theme=\"dark\"]{\(dark)}}\n" + exchanges
  }

  private static func variable(_ colour: HexColour) -> String { "--x\(colour.text.dropFirst())" }

  /// Greys change places; a hue is lightened until it stands out.
  static func onDarkPaper(_ colour: HexColour) -> HexColour {
    if colour.isGrey {
      let paper = Int(darkPaper.green)
      let value = UInt8(paper + (255 - Int(colour.red)) * (darkInk - paper) / 255)
      return value == UInt8(paper) ? darkPaper : HexColour(red: value, green: value, blue: value)
    }
    var (lighter, share) = (colour, 0.0)
    while lighter.contrast(with: darkPaper) < fewestContrast, share < 1 {
      share += 0.05
      lighter = colour.lightened(share)
    }
    return lighter
  }
}
