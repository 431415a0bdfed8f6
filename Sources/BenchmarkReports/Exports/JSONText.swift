import BenchmarkModel

/// A JSON text in the order in which it was written, for readers that are people too.
///
/// A number is written as in the tables: six significant digits, `.` as the decimal mark in every locale.
indirect enum JSONText: Sendable {
  case string(String)
  case integer(Int64)
  case number(Double)
  case bool(Bool)
  case array([JSONText])
  /// Of two equal keys the first is kept: some readers take the last, and others fail.
  case object([(key: String, value: JSONText)])

  /// The text on one line.
  var line: String {
    switch self {
    case .string(let text): Self.quoted(text)
    case .integer(let value): String(value)
    // JSON has no NaN: whoever may have one leaves its key out.
    case .number(let value): value.isFinite ? FigureText.significant(value) : "null"
    case .bool(let value): value ? "true" : "false"
    case .array(let items): "[" + items.map(\.line).joined(separator: ", ") + "]"
    case .object(let entries):
      "{"
        + Self.distinct(entries).map { "\(Self.quoted($0.key)): \($0.value.line)" }
        .joined(separator: ", ") + "}"
    }
  }

  /// The text over lines, with each item deeper than `depth` on a line of its own.
  func lines(depth: Int, indent: String = "") -> String {
    guard depth > 0 else { return line }
    let inner = indent + "  "
    switch self {
    case .array(let items) where !items.isEmpty:
      let parts = items.map { inner + $0.lines(depth: depth - 1, indent: inner) }
      return "[\n" + parts.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let entries) where !entries.isEmpty:
      let parts = Self.distinct(entries).map { key, value in
        inner + Self.quoted(key) + ": " + value.lines(depth: depth - 1, indent: inner)
      }
      return "{\n" + parts.joined(separator: ",\n") + "\n\(indent)}"
    default: return line
    }
  }

  private static func distinct(
    _ entries: [(key: String, value: JSONText)]
  ) -> [(key: String, value: JSONText)] {
    var seen: Set<String> = []
    return entries.filter { seen.insert($0.key).inserted }
  }

  /// A JSON string (RFC 8259).
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
