import BenchmarkDocument
package import BenchmarkModel
import FoundationEssentials

/// JSON as every command writes it.
package enum JSONOutput {
  /// A document with indents and sorted keys, so that two documents can be compared line by line.
  package static func text(of document: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return escaped(String(decoding: try encoder.encode(document), as: UTF8.self)) + "\n"
  }

  /// The document, with escapes for the characters that would control a terminal or reverse the
  /// direction of text.
  ///
  /// The encoder escapes only what JSON forbids. The escapes added here are all in strings, because
  /// a document has only printable ASCII and line breaks outside strings.
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
}

extension CaseID {
  /// The parameters by name.
  package var parameterValues: [String: Int] {
    Dictionary(firsts: parameters.map { ($0.key, $0.value) })
  }
}

extension TableDescription.Column {
  /// The name of a case and its parts.
  static func caseFields(_ id: @escaping @Sendable (Row) -> CaseID) -> [Self] {
    [
      .field("case") { id($0).description },
      .field("suite") { id($0).suite },
      .field("workload") { id($0).workload },
      .field("primitive") { id($0).primitive },
      .field("parameters") { id($0).parameterValues },
    ]
  }
}
