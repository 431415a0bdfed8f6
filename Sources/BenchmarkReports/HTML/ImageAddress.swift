import BenchmarkDocument

/// The address of an image on the page; the address itself contains the drawing.
///
/// An SVG in an image runs no script and fetches nothing, so its content needs no check.
enum ImageAddress {
  /// The `data:` address of an SVG, valid in a single-quoted attribute of HTML and of XML.
  ///
  /// Only control characters, bytes that are not ASCII, and the few characters with a meaning in an
  /// attribute or an address are percent-encoded. In base64 the address would be about a fifth
  /// longer.
  static func svg(_ text: String) -> Markup {
    // In an attribute, XML reads a line break as a blank, but browsers drop it from an address.
    let line = text.utf8.lazy.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    return Markup(
      verbatim: "data:image/svg+xml,"
        + String(decoding: line.percentEncoded(except: isPlain), as: UTF8.self))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "%"), UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: "&"),
      UInt8(ascii: "'"):
      false
    default: (0x20..<0x7f).contains(byte)
    }
  }
}

extension Collection<UInt8> {
  /// The bytes; a percent sign and two hexadecimal digits replace each byte that is not plain.
  func percentEncoded(except isPlain: (UInt8) -> Bool) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(count + count / 8)
    for byte in self {
      if isPlain(byte) {
        encoded.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += ("%" + (byte < 16 ? "0" : "") + digits).utf8
      }
    }
    return encoded
  }
}
