/// The latencies of a launch as one field: `12 30*4 1` is 12 ns once, 42 ns four times, 43 ns once.
///
/// An entry is the difference from the value before; the first entry is the difference from 0. If a
/// value was recorded more than once, `*` and the number of times follow.
enum LatencyList {
  /// The field, with each value once and in ascending order; nil if nothing was recorded.
  static func text(of rows: [LatencyRow]) -> String? {
    var text = ""
    var last: UInt64 = 0
    for row in merged(rows) {
      if !text.isEmpty { text.append(" ") }
      text.append(String(row.valueNanoseconds - last))
      if row.count > 1 { text.append("*\(row.count)") }
      last = row.valueNanoseconds
    }
    return text.isEmpty ? nil : text
  }

  /// Adds the latencies of a field to `rows`; adds none and returns false if the field is no such
  /// list.
  ///
  /// With its space, an entry takes at least two bytes, and a row sixteen, so the rows take at most
  /// eight times the memory of the field.
  static func read(
    _ field: UnsafeBufferPointer<UInt8>, into rows: inout [LatencyRow]
  ) -> Bool {
    let before = rows.count
    var entries = Entries(field)
    while let row = entries.next() {
      rows.append(row)
      if entries.isAtEnd { return true }
      guard entries.skip(UInt8(ascii: " ")) else { break }
    }
    rows.removeLast(rows.count - before)
    return false
  }

  private static func merged(_ rows: [LatencyRow]) -> [LatencyRow] {
    var merged: [LatencyRow] = []
    // A row with a count of 0 is no latency.
    for row in rows.sorted(by: { $0.valueNanoseconds < $1.valueNanoseconds }) where row.count > 0 {
      if let last = merged.last, last.valueNanoseconds == row.valueNanoseconds,
        case let (sum, overflows) = last.count.addingReportingOverflow(row.count), !overflows
      {
        merged[merged.count - 1].count = sum
      } else {
        // Counts whose sum overflows stay in two entries, the second with a difference of 0.
        merged.append(row)
      }
    }
    return merged
  }
}

/// The entries of a list, one after the other.
private struct Entries {
  private let field: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var value: UInt64 = 0

  init(_ field: UnsafeBufferPointer<UInt8>) { self.field = field }

  var isAtEnd: Bool { position == field.count }

  /// Reads one entry; nil if there is none, or if its count is 0 or its value needs more than 64
  /// bits.
  mutating func next() -> LatencyRow? {
    guard let delta = number() else { return nil }
    let (sum, overflows) = value.addingReportingOverflow(delta)
    guard !overflows else { return nil }
    value = sum
    guard skip(UInt8(ascii: "*")) else { return LatencyRow(valueNanoseconds: value, count: 1) }
    guard let count = number(), count > 0 else { return nil }
    return LatencyRow(valueNanoseconds: value, count: count)
  }

  /// Skips a byte; returns false if the next byte is a different one, or if no byte is left.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < field.count, field[position] == byte else { return false }
    position += 1
    return true
  }

  /// Reads a run of digits; nil if there are none, or too many for 64 bits.
  private mutating func number() -> UInt64? {
    let start = position
    var number: UInt64 = 0
    while position < field.count {
      let digit = field[position] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tenfold.addingReportingOverflow(UInt64(digit))
      guard !isTooLarge, !overflows else { return nil }
      number = sum
      position += 1
    }
    return position > start ? number : nil
  }
}
