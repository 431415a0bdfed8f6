import BenchmarkDocument
import Mustache

/// Text on its way into the report, as HTML and XML read it alike.
///
/// Mustache's own escaping goes by characters, and a quotation mark with a combining mark behind it is
/// another character, but still ends an attribute. This one goes by scalars.
struct HTMLText: MustacheContentType {
  /// What a template names in its first line to be escaped by this.
  static let name = "XHTML"

  func escapeText(_ text: String) -> String { Self.escaped(text) }

  /// The text with references for what markup is made of, and a question mark for each scalar that
  /// controls or that XML can't hold.
  static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain) { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in Printable.text(text).unicodeScalars {
      switch scalar {
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    default: (0x20..<0x7f).contains(byte)
    }
  }
}
