/// Writes figures into CSV: the same bytes in every locale.
package enum FigureText {
  /// Six significant digits, no exponent for everyday sizes, `.` as the decimal mark; empty for nil.
  package static func significant(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "" }
    if value == 0 { return "0" }
    var exponent = 0
    var magnitude = value.magnitude
    while magnitude >= 1_000_000 {
      magnitude /= 10
      exponent += 1
    }
    while magnitude < 100_000 {
      magnitude *= 10
      exponent -= 1
    }
    // Through text, for powers of ten have no exact double: 12 * 0.1 shows it, and 1e-323 has none.
    guard let rounded = Double("\(Int64(magnitude.rounded()))e\(exponent)") else { return "" }
    let signed = value < 0 ? -rounded : rounded
    if signed == signed.rounded(), signed.magnitude < 1e15 { return String(Int64(signed)) }
    return "\(signed)"
  }
}
