package import BenchmarkModel
package import BenchmarkStatistics

/// The kind of a figure, which decides how the figure is written for people: its digits, and a unit
/// that fits.
package enum Quantity: Sendable {
  /// A time, given in nanoseconds.
  case duration
  /// A number per second.
  case rate
  /// A share of one, shown in percent.
  case share
  /// A share, given in percent, with up to two decimals between 99 % and 100 %; an infinite share
  /// is shown as `below all` or `above all`.
  case percent
  /// A coefficient, which may be very small.
  case coefficient
  /// A factor; a factor below 0.1 is shown as a part, such as `1/81`.
  case times
  /// A factor with three decimals from 0.1 to 10, because one part in a thousand counts; other
  /// factors are shown as ``times`` shows them.
  case fineTimes
  /// A factor that has three digits even if it is small, in place of a part such as `1/81`.
  case smallTimes
  /// A plain number.
  case number
  /// A number of CPUs; an infinite number is shown as `none`.
  case width
  /// A number with six significant digits.
  case exact
  /// A share of one, shown in percent with six significant digits.
  case exactShare

  /// Makes the kind of a metric's figures from the name of its column.
  package init(_ column: MetricColumn) {
    let name = column.name
    if name.split(separator: "_" as Character).contains("ns") {
      self = .duration
    } else {
      self = name.hasSuffix("_per_s") ? .rate : .number
    }
  }

  /// The value with its unit.
  package func text(_ value: Double) -> String {
    switch self {
    case .duration: Self.scaled(value, units: [" ns", " µs", " ms", " s"])
    case .rate: Self.scaled(value, units: ["/s", " k/s", " M/s", " G/s"])
    case .share: Self.share(value * 100)
    case .percent: Self.percent(value)
    case .coefficient: Self.coefficient(value)
    case .times:
      value > 0 && value < Self.leastShown ? "1/" + Self.digits(1 / value) : Self.digits(value)
    case .fineTimes: Self.fine(value)
    case .smallTimes: Self.threeDigits(value)
    case .number: Self.digits(value)
    case .width: value.isFinite ? Self.digits(value) : "none"
    case .exact: FigureText.significant(value)
    case .exactShare: FigureText.significant(value * 100) + " %"
    }
  }

  /// The kind for all numbers of an estimate: all are parts such as `1/81`, or all are decimals,
  /// because a reader can't compare parts with decimals at a glance.
  package func notation(of estimate: Estimate) -> Quantity {
    switch self {
    case .times, .fineTimes:
      let shown = [estimate.value, estimate.interval?.low, estimate.interval?.high].compactMap(
        \.self)
      let parts = shown.count { $0 < Self.leastShown }
      return parts == 0 || parts == shown.count ? self : .smallTimes
    default: return self
    }
  }

  /// The least factor that is shown as a decimal.
  private static let leastShown = 0.1

  /// The value, with the ends of its interval in brackets if there is an interval.
  package func text(_ estimate: Estimate) -> String {
    guard let interval = estimate.interval else { return text(estimate.value) }
    let shown = notation(of: estimate)
    return
      "\(shown.text(estimate.value)) (\(shown.text(interval.low)) to \(shown.text(interval.high)))"
  }

  /// The ends of an interval, or one end if both have the same text; empty without an interval.
  package func range(_ interval: Interval?) -> String {
    guard let interval else { return "" }
    let (low, high) = (text(interval.low), text(interval.high))
    return low == high ? low : "\(low) to \(high)"
  }

  /// The half width of an interval in percent of the value, such as `±2.1 %`, or the interval's
  /// ends if the value is 0 or the half width is 100 % or more; empty without an interval, or if
  /// the value is 0 and both ends are the same.
  package func spread(_ estimate: Estimate) -> String {
    guard let interval = estimate.interval else { return "" }
    let shown = notation(of: estimate)
    let ends = "\(shown.text(interval.low)) to \(shown.text(interval.high))"
    if estimate.value == 0 { return interval.low == interval.high ? "" : ends }
    let half = interval.relativeHalfWidth(around: estimate.value)
    return half < 1 ? "±" + Self.digits(half * 100) + " %" : ends
  }

  /// A share in percent, with a small share shown as `under 0.01 %`, not as 0.
  private static func share(_ percent: Double) -> String {
    percent > 0 && percent < 0.005 ? "under 0.01 %" : digits(percent) + " %"
  }

  private static func percent(_ value: Double) -> String {
    guard value.isFinite else { return value < 0 ? "below all" : "above all" }
    return value > 99 && value < 100 ? "\((value * 100).rounded() / 100) %" : digits(value) + " %"
  }

  private static func coefficient(_ value: Double) -> String {
    if value == 0 || !value.isFinite { return value == 0 ? "0" : "none" }
    var (scaled, places) = (value.magnitude, 0)
    while scaled < 1, places < 12 {
      scaled *= 10
      places += 1
    }
    return places < 2 ? digits(value) : "\(digits(scaled))e-\(places)"
  }

  private static func fine(_ value: Double) -> String {
    guard value >= 0.1, value < 9.9995 else { return times.text(value) }
    let thousandths = Int64((value * 1000).rounded())
    return "\(thousandths / 1000)." + String(String(1000 + thousandths % 1000).dropFirst())
  }

  private static func threeDigits(_ value: Double) -> String {
    guard value.isFinite, value > 0, value < 1 else { return digits(value) }
    var (scaled, factor) = (value, 1.0)
    while scaled < 100, factor < 1e12 { (scaled, factor) = (scaled * 10, factor * 10) }
    return FigureText.significant(scaled.rounded() / factor)
  }

  /// The value in the smallest unit in which it is below 1000; each unit is a thousand times the
  /// previous unit.
  private static func scaled(_ value: Double, units: [String]) -> String {
    var value = value
    var unit = 0
    // From 999.5 on, a value rounded to three digits would be 1000.
    while value.magnitude >= 999.5, unit + 1 < units.count {
      value /= 1000
      unit += 1
    }
    return digits(value) + units[unit]
  }

  /// The value with two decimals below 10, one decimal below 100, and no decimals from 100 on.
  private static func digits(_ value: Double) -> String {
    // A ratio to a best figure of 0 is infinite, which no integer can hold.
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
}
