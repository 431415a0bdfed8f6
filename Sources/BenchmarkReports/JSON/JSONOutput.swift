package import BenchmarkDocument
package import BenchmarkModel
import FoundationEssentials

/// JSON as every command writes it.
package enum JSONOutput {
  /// How keys follow from the names of properties.
  package enum Keys: Sendable {
    /// `perOp` is `per_op`; the keys of a dictionary stay as they are.
    case snakeCase
    case asNamed
  }

  /// A document, pretty and with sorted keys, so that two of them can be compared line by line.
  package static func text(
    of document: some Encodable, keys: Keys = .snakeCase
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    if keys == .snakeCase { encoder.keyEncodingStrategy = .convertToSnakeCase }
    return escaped(String(decoding: try encoder.encode(document), as: UTF8.self)) + "\n"
  }

  /// A described document, whose keys are written as they are.
  package static func text(of document: JSONValue) throws -> String {
    try text(of: document, keys: .asNamed)
  }

  /// The same document, whose strings name the scalars that would control a terminal or turn text around.
  ///
  /// The encoder escapes only what JSON forbids. Outside of strings all is ASCII.
  static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || Printable.isPrinted(scalar) {
        escaped.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        escaped += "\\u\(zeros)\(digits)".unicodeScalars
      }
    }
    return String(escaped)
  }

  /// A number with as many digits as the tables have.
  static func significant(_ value: Double) -> Double {
    Double(FigureText.significant(value)) ?? value
  }
}

extension CaseID {
  /// The parameters by name.
  package var parameterValues: [String: Int] {
    Dictionary(parameters.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}
