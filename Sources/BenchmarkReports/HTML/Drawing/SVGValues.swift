import Glibc

/// The values that attributes of a drawing may have, written anew: what is none of them is dropped.
enum SVGValues {
  /// A number of at most so many digits after the point; nil where it is none.
  static func number(_ text: some StringProtocol, places: Int = 1) -> String? {
    guard let value = Double(text), value.isFinite, value.magnitude < 1e7 else { return nil }
    return self.text(value, places: places)
  }

  /// A number without a zero that says nothing: `-.5`, `12`, `3.25`.
  static func text(_ value: Double, places: Int) -> String {
    let scale: Double = places == 1 ? 10 : places == 2 ? 100 : 1000
    let scaled = Int((value * scale).rounded())
    let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    var text = scaled < 0 ? "-" : ""
    if whole > 0 || part == 0 { text += String(whole) }
    guard part > 0 else { return scaled == 0 ? "0" : text }
    var digits = String(String(part + UInt(scale)).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return text + "." + digits
  }

  /// Numbers with blanks or commas between them.
  static func numbers(_ text: String, places: Int = 1) -> String? {
    var written: [String] = []
    for part in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let number = number(part, places: places) else { return nil }
      written.append(number)
    }
    return written.isEmpty ? nil : written.joined(separator: " ")
  }

  /// Translations, rotations and scalings.
  static func transform(_ text: String) -> String? {
    var written = ""
    for call in text.split(separator: ")") {
      let parts = call.split(separator: "(", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        if call.allSatisfy(\.isWhitespace) { continue }
        return nil
      }
      let name = parts[0].filter { !$0.isWhitespace && $0 != "," }
      guard ["translate", "rotate", "scale", "matrix"].contains(name),
        let numbers = numbers(String(parts[1]), places: name == "translate" ? 1 : 3)
      else { return nil }
      written += "\(name)(\(numbers))"
    }
    return written.isEmpty ? nil : written
  }

  /// A colour as `#rrggbb`, or `none` or `currentColor`; nil for anything else.
  static func colour(_ text: String) -> String? {
    switch text {
    case "none", "currentColor": return text
    case "black": return "#000000"
    case "white": return "#ffffff"
    default: break
    }
    if text.hasPrefix("#") {
      let digits = text.dropFirst().lowercased()
      guard
        digits.utf8.allSatisfy({
          UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
            || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
        })
      else { return nil }
      if digits.count == 3 { return "#" + digits.map { "\($0)\($0)" }.joined() }
      return digits.count == 6 ? "#" + digits : nil
    }
    guard text.hasPrefix("rgb("), text.hasSuffix(")") else { return nil }
    let parts = text.dropFirst(4).dropLast().split(separator: ",").map {
      UInt8($0.filter { !$0.isWhitespace })
    }
    guard parts.count == 3, !parts.contains(nil) else { return nil }
    return HexColour(red: parts[0] ?? 0, green: parts[1] ?? 0, blue: parts[2] ?? 0).text
  }

  /// The commands of a path, its numbers with so many places.
  static func path(_ text: String, places: Int = 1) -> String? {
    var written = ""
    var number = ""
    var endsInNumber = false
    func flush() -> Bool {
      guard !number.isEmpty else { return true }
      guard let value = self.number(number, places: places) else { return false }
      if endsInNumber, value.first != "-" { written += " " }
      written += value
      endsInNumber = true
      number = ""
      return true
    }
    for character in text.unicodeScalars {
      switch character {
      case "0"..."9", ".", "e", "+": number.unicodeScalars.append(character)
      case "-":
        if number.last != "e", !flush() { return nil }
        number += "-"
      case ",", " ", "\n", "\t", "\r":
        if !flush() { return nil }
      case _ where "MmLlHhVvCcSsQqTtAaZz".unicodeScalars.contains(character):
        if !flush() { return nil }
        written.unicodeScalars.append(character)
        endsInNumber = false
      default: return nil
      }
    }
    return flush() && !written.isEmpty ? written : nil
  }
}

/// A colour of eight bits a part.
struct HexColour: Hashable {
  var red, green, blue: UInt8

  init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads `#rrggbb`.
  init?(_ text: String) {
    guard text.utf8.count == 7, text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
  }

  /// The colour as `#rrggbb`.
  var text: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  var isGrey: Bool { red == green && green == blue }

  /// How bright it is to the eye, 0 to 1 (WCAG 2.1's relative luminance).
  var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// How well two colours are told apart: 1 not at all, 4.5 for text, 21 black on white.
  func contrast(with other: HexColour) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The colour with a share of white in it.
  func lightened(_ share: Double) -> HexColour {
    func part(_ value: UInt8) -> UInt8 { UInt8(Double(value) + (255 - Double(value)) * share) }
    return HexColour(red: part(red), green: part(green), blue: part(blue))
  }
}
