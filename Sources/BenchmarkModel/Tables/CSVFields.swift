import Glibc

/// The fields of one record, as ranges of their file's bytes; a field is decoded when it is read.
///
/// The fields are valid only inside the call that hands them out.
package struct CSVFields {
  /// The range of a field's bytes, without the quotes around the field.
  struct Extent {
    var start: Int
    var end: Int
    /// Whether two quotes in the field stand for one.
    var hasDoubledQuotes = false
  }

  /// The line on which the record begins, from 1.
  package let line: Int

  private let bytes: UnsafeBufferPointer<UInt8>
  private let extents: UnsafeBufferPointer<Extent>

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ extents: UnsafeBufferPointer<Extent>, line: Int
  ) {
    self.bytes = bytes
    self.extents = extents
    self.line = line
  }

  /// The number of fields.
  package var count: Int { extents.count }

  /// All fields as texts.
  package var texts: [String] { extents.indices.map { self[$0] } }

  /// A field as a text.
  package subscript(index: Int) -> String {
    let extent = self.extent(index)
    guard extent.hasDoubledQuotes else {
      return String(decoding: bytes[extent.start..<extent.end], as: UTF8.self)
    }
    var text: [UInt8] = []
    var position = extent.start
    while position < extent.end {
      text.append(bytes[position])
      position += bytes[position] == UInt8(ascii: "\"") ? 2 : 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a field is empty.
  package func isEmpty(_ index: Int) -> Bool {
    let extent = self.extent(index)
    return extent.start == extent.end
  }

  /// Whether a field's bytes in the file are `expected`; false for a field with doubled quotes.
  package func isPlain(_ index: Int, _ expected: [UInt8]) -> Bool {
    let extent = self.extent(index)
    guard !extent.hasDoubledQuotes, extent.end - extent.start == expected.count else {
      return false
    }
    return expected.withUnsafeBytes { expected in
      guard let own = bytes.baseAddress, let other = expected.baseAddress else { return true }
      return memcmp(own + extent.start, other, expected.count) == 0
    }
  }

  /// A field's bytes in the file, in which quotes are doubled.
  func bytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let extent = self.extent(index)
    return UnsafeBufferPointer(rebasing: bytes[extent.start..<extent.end])
  }

  /// A field as a whole number, as the type's own initialiser reads it from a text; nil if the
  /// field is no such number.
  package func integer<Number: FixedWidthInteger>(
    _ index: Int, as type: Number.Type = Number.self
  ) -> Number? {
    guard let value = digits(extent(index)) else { return Number(self[index]) }
    return Number.bitWidth < 64 ? Number(exactly: value) : Number(truncatingIfNeeded: value)
  }

  /// A field as a number, as `Double`'s own initialiser reads it from a text; nil if the field is
  /// no number.
  package func double(_ index: Int) -> Double? {
    decimal(extent(index)) ?? Double(self[index])
  }

  private func extent(_ index: Int) -> Extent {
    precondition(extents.indices.contains(index), "a record has no field of that number")
    return extents[index]
  }

  /// The value of a field of 1 to 18 digits, which 64 bits always hold; nil for other fields.
  private func digits(_ extent: Extent) -> UInt64? {
    guard (1...18).contains(extent.end - extent.start) else { return nil }
    var value: UInt64 = 0
    for position in extent.start..<extent.end {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ UInt64(digit)
    }
    return value
  }

  /// The value of a field of at most 15 digits with a point between two of them, after a minus sign
  /// if it is negative; nil for other fields.
  ///
  /// Both the number that the digits make and the power of ten are exact, so only the division
  /// rounds, and gives the nearest `Double` (Clinger 1990).
  private func decimal(_ extent: Extent) -> Double? {
    var position = extent.start
    let isNegative = position < extent.end && bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    // Apart from the point there are at most 15 digits, so the value is below 2^53.
    guard (1...16).contains(extent.end - position) else { return nil }
    var value: UInt64 = 0
    var point: Int?
    for current in position..<extent.end {
      let digit = bytes[current] &- UInt8(ascii: "0")
      if digit < 10 {
        value = value &* 10 &+ UInt64(digit)
      } else if bytes[current] == UInt8(ascii: "."), point == nil {
        point = current
      } else {
        return nil
      }
    }
    guard let point, point > position, point + 1 < extent.end else { return nil }
    let magnitude = Double(value) / Self.powersOfTen[extent.end - point - 1]
    return isNegative ? -magnitude : magnitude
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
