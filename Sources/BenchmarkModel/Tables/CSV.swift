/// RFC 4180 with LF: reading and writing, over bytes.
public enum CSV {
  /// One record as a line with its line feed; a field is quoted only where it must be.
  public static func line(_ fields: [String]) -> String {
    var line = ""
    for (index, field) in fields.enumerated() {
      if index > 0 { line.append(",") }
      line.append(quoted(field))
    }
    line.append("\n")
    return line
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

  /// How many bytes at the front of `bytes` are whole records: what follows them was torn by a kill.
  public static func completeLength(_ bytes: [UInt8]) -> Int {
    var isQuoted = false
    var length = 0
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: "\n"), !isQuoted {
        length = index + 1
      }
    }
    return length
  }

  /// Calls `body` with the fields of each record; what follows the last line feed is left out.
  public static func forEachRecord(
    _ bytes: [UInt8], _ body: (_ fields: borrowing [String]) throws -> Void
  ) rethrows {
    try bytes.withUnsafeBufferPointer { buffer in
      var fields: [String] = []
      var position = 0
      while position < buffer.count {
        guard let next = readRecord(buffer, from: position, into: &fields) else { return }
        try body(fields)
        position = next
      }
    }
  }

  /// Reads one record; the position after its line feed, or nil where the record is torn.
  private static func readRecord(
    _ buffer: UnsafeBufferPointer<UInt8>, from start: Int, into fields: inout [String]
  ) -> Int? {
    fields.removeAll(keepingCapacity: true)
    var position = start
    while position < buffer.count {
      if buffer[position] == UInt8(ascii: "\"") {
        guard let (field, next) = readQuoted(buffer, from: position + 1) else { return nil }
        fields.append(field)
        position = next
      } else {
        let fieldStart = position
        while position < buffer.count, buffer[position] != UInt8(ascii: ","),
          buffer[position] != UInt8(ascii: "\n")
        { position += 1 }
        var fieldEnd = position
        // An editor that saved the file with CR LF must not leave the CR in the last field.
        if position < buffer.count, buffer[position] == UInt8(ascii: "\n"), fieldEnd > fieldStart,
          buffer[fieldEnd - 1] == UInt8(ascii: "\r")
        {
          fieldEnd -= 1
        }
        fields.append(String(decoding: buffer[fieldStart..<fieldEnd], as: UTF8.self))
      }
      guard position < buffer.count else { return nil }
      let separator = buffer[position]
      position += 1
      if separator == UInt8(ascii: "\n") { return position }
      if separator == UInt8(ascii: "\r"), position < buffer.count { return position + 1 }
    }
    return nil
  }

  /// Reads a quoted field after its opening quote; the position after its closing quote.
  private static func readQuoted(
    _ buffer: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (field: String, next: Int)? {
    var bytes: [UInt8] = []
    var position = start
    while position < buffer.count {
      let byte = buffer[position]
      if byte == UInt8(ascii: "\"") {
        guard position + 1 < buffer.count, buffer[position + 1] == UInt8(ascii: "\"") else {
          return (String(decoding: bytes, as: UTF8.self), position + 1)
        }
        position += 1
      }
      bytes.append(byte)
      position += 1
    }
    return nil
  }
}
