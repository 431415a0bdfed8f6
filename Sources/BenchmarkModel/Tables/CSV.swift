/// CSV as in RFC 4180, with LF as the line end.
package enum CSV {
  /// One record as a line with its line feed; a field is quoted only if it must be.
  package static func line(_ fields: [String]) -> String {
    var line = ""
    for (index, field) in fields.enumerated() {
      if index > 0 { line.append(",") }
      line.append(quoted(field))
    }
    line.append("\n")
    return line
  }

  /// One record on one line, with spaces in place of its fields' line feeds.
  ///
  /// So an incomplete last record of a table shows its cause: if it has no line feed, a kill cut it
  /// off; if it has line feeds, a stray quote swallowed later records.
  package static func oneLine(_ fields: [String]) -> String {
    line(fields.map { String($0.map { $0.isNewline ? " " : $0 }) })
  }

  private static func quoted(_ field: String) -> String {
    let mustQuote = field.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
    }
    guard mustQuote else { return field }
    var result = "\""
    for character in field.unicodeScalars {
      if character == "\"" { result.append("\"") }
      result.unicodeScalars.append(character)
    }
    result.append("\"")
    return result
  }

  /// Calls `body` with the fields of each record; an incomplete record at the end is left out.
  package static func forEachRecord<Failure: Error>(
    _ bytes: [UInt8], _ body: (_ fields: borrowing [String]) throws(Failure) -> Void
  ) throws(Failure) {
    try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
      var scanner = CSVScanner()
      _ = try scanner.scan(buffer) { fields throws(Failure) in try body(fields.texts) }
    }
  }
}
