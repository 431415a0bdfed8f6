import BenchmarkModel
import BenchmarkStatistics

/// How figures are shown to people: three or four digits, with a unit that fits.
enum Figures {
  /// A metric's value in a unit that its column's name tells.
  static func text(_ value: Double, column: MetricColumn) -> String {
    let name = column.name
    if name.contains("ns") { return duration(value) }
    if name.hasSuffix("_per_s") { return count(value) + "/s" }
    return digits(value)
  }

  /// A time in ns, µs, ms or s.
  static func duration(_ nanoseconds: Double) -> String {
    switch nanoseconds.magnitude {
    case ..<1000: digits(nanoseconds) + " ns"
    case ..<1_000_000: digits(nanoseconds / 1000) + " µs"
    case ..<1_000_000_000: digits(nanoseconds / 1_000_000) + " ms"
    default: digits(nanoseconds / 1_000_000_000) + " s"
    }
  }

  private static func count(_ value: Double) -> String {
    switch value.magnitude {
    case ..<1000: digits(value)
    case ..<1_000_000: digits(value / 1000) + " k"
    case ..<1_000_000_000: digits(value / 1_000_000) + " M"
    default: digits(value / 1_000_000_000) + " G"
    }
  }

  /// Three significant digits, at most two after the point.
  static func digits(_ value: Double) -> String {
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

  /// The half width of an interval in percent of the value, such as `±2.1 %`; empty without one.
  static func spread(_ estimate: Estimate) -> String {
    guard let interval = estimate.interval, estimate.value != 0 else { return "" }
    return "±" + digits(interval.relativeHalfWidth(around: estimate.value) * 100) + " %"
  }
}
