/// A scanner that finds the records in bytes, which may come piece by piece, and decodes no field.
package struct CSVScanner {
  private var extents: [CSVFields.Extent] = []
  /// The line on which the next record begins, from 1.
  package private(set) var line = 1

  /// Begins at the first line of a file.
  package init() {}

  /// Calls `body` with each whole record, and returns the number of bytes that the records take.
  ///
  /// An incomplete record at the end is left for the next call, whose bytes begin with that record.
  ///
  /// - Complexity: O(number of bytes).
  package mutating func scan<Failure: Error>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (CSVFields) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var position = 0
    while position < bytes.count {
      guard let (next, lines) = findRecord(bytes, from: position) else { return position }
      try extents.withUnsafeBufferPointer { extents throws(Failure) in
        try body(CSVFields(bytes, extents, line: line))
      }
      position = next
      line += lines
    }
    return position
  }

  /// Finds the fields of one record, and returns the start of the next record and the number of
  /// lines; nil if the record is cut off.
  private mutating func findRecord(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (next: Int, lines: Int)? {
    extents.removeAll(keepingCapacity: true)
    var position = start
    var lines = 1
    while position < bytes.count {
      var extent = CSVFields.Extent(start: position, end: position)
      if bytes[position] == UInt8(ascii: "\"") {
        guard let quoted = Self.findQuoted(bytes, from: position + 1) else { return nil }
        extent = quoted.extent
        lines += quoted.lines
        position = extent.end + 1
      }
      // Bytes after a closing quote stay in the field, so that its reader refuses the field.
      let end = Self.findUnquoted(bytes, from: position)
      if end.field > position { extent.end = end.field }
      extents.append(extent)
      position = end.separator
      guard position < bytes.count else { return nil }
      let separator = bytes[position]
      position += 1
      if separator == UInt8(ascii: "\n") { return (position, lines) }
    }
    return nil
  }

  /// Finds the end of an unquoted field, and the separator or the end of the bytes after the field.
  private static func findUnquoted(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (field: Int, separator: Int) {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: ","), bytes[end] != UInt8(ascii: "\n") {
      end += 1
    }
    // An editor that saved the file with CR LF must not leave the CR in the last field.
    let hasReturn =
      end < bytes.count && bytes[end] == UInt8(ascii: "\n") && end > start
      && bytes[end - 1] == UInt8(ascii: "\r")
    return (hasReturn ? end - 1 : end, end)
  }

  /// Finds the end of a quoted field after its opening quote, and the line feeds in it.
  private static func findQuoted(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (extent: CSVFields.Extent, lines: Int)? {
    var extent = CSVFields.Extent(start: start, end: start)
    var lines = 0
    while extent.end < bytes.count {
      let byte = bytes[extent.end]
      if byte == UInt8(ascii: "\n") { lines += 1 }
      if byte == UInt8(ascii: "\"") {
        guard extent.end + 1 < bytes.count, bytes[extent.end + 1] == UInt8(ascii: "\"") else {
          return (extent, lines)
        }
        extent.hasDoubledQuotes = true
        extent.end += 1
      }
      extent.end += 1
    }
    return nil
  }
}
