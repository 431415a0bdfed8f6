/// How figures are written into CSV: the same bytes in every locale.
public enum FigureText {
  /// Six significant digits, no exponent for everyday sizes, `.` as the decimal mark; empty for nil.
  public static func significant(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "" }
    if value == 0 { return "0" }
    var scale = 1.0
    var magnitude = value.magnitude
    while magnitude >= 1_000_000 {
      magnitude /= 10
      scale *= 10
    }
    while magnitude < 100_000 {
      magnitude *= 10
      scale /= 10
    }
    // Divide by the inverse below one: 0.1 has no exact double, and 12 * 0.1 shows it.
    let digits = magnitude.rounded()
    let rounded = scale >= 1 ? digits * scale : digits / (1 / scale).rounded()
    let signed = value < 0 ? -rounded : rounded
    if signed == signed.rounded(), signed.magnitude < 1e15 { return String(Int64(signed)) }
    return "\(signed)"
  }
}
