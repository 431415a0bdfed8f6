import BenchmarkDocument

/// A drawing as an address that holds it, for an image of the page.
///
/// An SVG in an image runs no script and fetches nothing, so what is in it needs no look.
enum ImageAddress {
  /// The `data:` address of an SVG, fit for an attribute between single quotes of HTML and XML alike.
  ///
  /// Percent signs stand for the few bytes that end an attribute or an address and for those that are no
  /// ASCII: base64 would take a quarter more.
  static func svg(_ text: String) -> Markup {
    var bytes = Array("data:image/svg+xml,".utf8)
    bytes.reserveCapacity(text.utf8.count + text.utf8.count / 8)
    for byte in text.utf8 {
      switch byte {
      // Line breaks are blanks to XML, and browsers take them out of addresses.
      case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: " "))
      case _ where isPlain(byte): bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return Markup(verbatim: String(decoding: bytes, as: UTF8.self))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "%"), UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: "&"),
      UInt8(ascii: "'"):
      false
    default: (0x20..<0x7f).contains(byte)
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
