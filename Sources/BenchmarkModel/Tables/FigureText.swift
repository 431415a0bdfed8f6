/// A writer of figures for CSV, with the same bytes in every locale.
package enum FigureText {
  /// A value with six significant digits, without an exponent for everyday sizes and with `.` as
  /// the decimal mark; empty for nil.
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
    // The rounded value is read from a text, not multiplied by a power of ten: a power such as 0.1
    // has no exact `Double`, and 10^-329, which 1e-323 would need, has no `Double` at all.
    guard let rounded = Double("\(Int64(magnitude.rounded()))e\(exponent)") else { return "" }
    let signed = value < 0 ? -rounded : rounded
    if signed == signed.rounded(), signed.magnitude < 1e15 { return String(Int64(signed)) }
    return "\(signed)"
  }
}
