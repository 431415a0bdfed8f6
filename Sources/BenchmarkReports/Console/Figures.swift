import BenchmarkModel
import BenchmarkStatistics

/// How figures are shown to people: three or four digits, with a unit that fits.
enum Figures {
  /// A metric's value in a unit that its column's name tells.
  static func text(_ value: Double, column: MetricColumn) -> String {
    let name = column.name
    if name.split(separator: "_" as Character).contains("ns") { return duration(value) }
    if name.hasSuffix("_per_s") { return count(value) + "/s" }
    return digits(value)
  }

  /// A time in ns, µs, ms or s.
  static func duration(_ nanoseconds: Double) -> String {
    scaled(nanoseconds, units: [" ns", " µs", " ms", " s"])
  }

  private static func count(_ value: Double) -> String {
    scaled(value, units: ["", " k", " M", " G"])
  }

  /// The value in the first of the units, each a thousand of the one before, in which it is shown as
  /// less than 1000.
  private static func scaled(_ value: Double, units: [String]) -> String {
    var value = value
    var unit = 0
    // From 999.5 on, three digits would be 1000.
    while value.magnitude >= 999.5, unit + 1 < units.count {
      value /= 1000
      unit += 1
    }
    return digits(value) + units[unit]
  }

  /// Three significant digits, at most two after the point.
  static func digits(_ value: Double) -> String {
    // Ratios to a best of zero end up here; no integer holds them.
    guard value.magnitude < 1e15 else { return value.isNaN ? "?" : "\(value)" }
    let places: Double =
      switch value.magnitude {
      case ..<9.995: 100
      case ..<99.95: 10
      default: 1
      }
    let hundredths = Int64((value * 100).rounded())
    let scaled = (value * places).rounded() / places
    if places == 1 { return String(Int64(scaled)) }
    let text = String((scaled * 100).rounded().magnitude >= 1 ? scaled : Double(hundredths) / 100)
    return padded(text, decimals: places == 100 ? 2 : 1)
  }

  private static func padded(_ text: String, decimals: Int) -> String {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let zeros = String(repeating: "0", count: max(0, decimals - fraction.count))
    return "\(parts[0]).\(fraction.prefix(decimals))\(zeros)"
  }

  /// The half width of an interval in percent of the value, such as `±2.1 %`, or its ends where a percentage
  /// says nothing: around 0, or from 100 % on; empty without one.
  static func spread(_ estimate: Estimate, _ text: (Double) -> String = digits) -> String {
    guard let interval = estimate.interval else { return "" }
    let ends = "\(text(interval.low)) to \(text(interval.high))"
    if estimate.value == 0 { return interval.low == interval.high ? "" : ends }
    let half = interval.relativeHalfWidth(around: estimate.value)
    return half < 1 ? "±" + digits(half * 100) + " %" : ends
  }
}
