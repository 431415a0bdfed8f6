import FoundationEssentials

/// JSON as every command writes it.
enum JSONOutput {
  /// A document, pretty and with sorted keys, so that two of them can be compared line by line.
  static func text(of document: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }
}
