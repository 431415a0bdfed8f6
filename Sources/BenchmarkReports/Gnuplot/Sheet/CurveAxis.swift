import BenchmarkModel
import Glibc

/// An x axis, or the y axis of a ``PointsChart``: the positions of its values, and its ticks.
struct CurveAxis {
  let title: String
  let from: Double
  let to: Double
  let ticks: [(at: Double, text: String)]
  /// The position of the break; nil for an axis without a break.
  var breakAt: Double?
  private let place: @Sendable (Double) -> Double

  init(
    title: String, from: Double, to: Double, ticks: [(at: Double, text: String)],
    breakAt: Double? = nil,
    place: @escaping @Sendable (Double) -> Double
  ) {
    (self.title, self.from, self.to, self.ticks, self.breakAt, self.place) = (
      title, from, to, ticks, breakAt, place
    )
  }

  func at(_ x: Double) -> Double { place(x) }

  /// The position of a value, as a share of the axis's length.
  func share(of x: Double) -> Double { (place(x) - from) / (to - from) }

  /// Whether a line between two positions crosses the break.
  func isBroken(between left: Double, _ right: Double) -> Bool {
    breakAt.map { left < $0 && right > $0 } ?? false
  }

  /// An axis that ends a little beyond its first and last positions, which are taken to be at least
  /// `least` apart.
  private static func padded(
    _ title: String, _ first: Double, _ last: Double, least: Double,
    _ ticks: [(at: Double, text: String)],
    breakAt: Double? = nil, place: @escaping @Sendable (Double) -> Double
  ) -> CurveAxis {
    let last = max(first + least, last)
    return CurveAxis(
      title: title, from: first - 0.06 * (last - first), to: last + 0.04 * (last - first),
      ticks: ticks, breakAt: breakAt,
      place: place)
  }

  /// An axis of counts (threads, CPUs, locks) on which every doubling has the same width.
  static func doubling(_ title: String) -> @Sendable ([Double], ChartOptions) -> CurveAxis {
    { values, _ in
      padded(
        title, log2(values.first ?? 1), log2(values.last ?? 2), least: 0.5,
        values.map { (log2($0), FigureText.significant($0)) }, place: { log2($0) })
    }
  }

  /// An axis of lengths or shares on a log scale, unless the options ask for linear axes.
  ///
  /// A log scale has no 0, so 0 is drawn left of a break.
  static func broken(
    _ title: String, text: @escaping @Sendable (Double) -> String
  ) -> @Sendable ([Double], ChartOptions) -> CurveAxis {
    { values, options in
      let above = values.filter { $0 > 0 }
      let (least, most) = (above.first ?? 1, above.last ?? 10)
      let zero = log10(least) - max(0.5, 0.15 * log10(most / least))
      let isBroken = !options.isLinear && values.first == 0
      let place: @Sendable (Double) -> Double = {
        options.isLinear ? $0 : $0 > 0 ? log10($0) : zero
      }
      return padded(
        title + options.scaleNote, place(values.first ?? 1), place(most),
        least: options.isLinear ? 1 : 0.5,
        values.map { (place($0), $0 > 0 ? text($0) : "0") },
        breakAt: isBroken ? (zero + log10(least)) / 2 : nil,
        place: place)
    }
  }

  /// An axis whose values are at equal distances, whatever their differences.
  static func even(_ title: String) -> @Sendable ([Double], ChartOptions) -> CurveAxis {
    { values, _ in
      CurveAxis(
        title: title, from: 0.75, to: Double(values.count) + 0.15,
        ticks: values.enumerated().map { (Double($0 + 1), FigureText.significant($1)) }
      ) { value in
        // A value between two ticks is drawn in proportion between these ticks.
        let below = max(1, values.count { $0 <= value })
        guard below < values.count else { return Double(values.count) }
        return Double(below) + max(0, value - values[below - 1])
          / (values[below] - values[below - 1])
      }
    }
  }

  /// An axis of percentiles, on which each further nine (99 %, 99.9 %) has the same width, as in
  /// HdrHistogram.
  ///
  /// A percentile is given as n if 1 in n durations is longer. The longest duration is given as the
  /// number of durations; if this number is not known, as `unranked`, which is drawn after a break.
  static func percentiles(_ values: [Double], _ options: ChartOptions) -> CurveAxis {
    let ranked = values.filter { $0 < unranked }
    let furthest = log10(ranked.last ?? 1000)
    let isBroken = ranked.count < values.count
    let end = max(log10(2) + 1, isBroken ? furthest + 0.8 : furthest)
    let names = ["50", "90", "99", "99.9", "99.99", "99.999", "99.9999", "99.99999"]
    let ticks = names.enumerated().map { (at: $0 == 0 ? log10(2) : Double($0), text: $1 + " %") }
      .filter { $0.at <= furthest + 1e-6 }
    return padded(
      "percentile, log scale of 1 / (1 − p)", log10(2), end, least: 1,
      ticks + (isBroken ? [(furthest + 0.8, "longest")] : []),
      breakAt: isBroken ? furthest + 0.4 : nil,
      place: { $0 == unranked ? furthest + 0.8 : log10($0) })
  }

  static let unranked = 1e300

  /// An axis of rates with round ticks, for a scatter.
  static func rates(_ title: String) -> @Sendable ([Double], ChartOptions) -> CurveAxis {
    round(title, text: askedRate)
  }

  /// An axis with round ticks, for a scatter.
  static func round(
    _ title: String, text: @escaping @Sendable (Double) -> String
  ) -> @Sendable ([Double], ChartOptions) -> CurveAxis {
    { values, options in
      let place: @Sendable (Double) -> Double = { options.isLinear ? $0 : log10($0) }
      var (from, to) = (options.isLinear ? 0 : place(values.first ?? 1), place(values.last ?? 10))
      if !options.isLinear, to - from < 0.5 { (from, to) = (from - 0.25, to + 0.25) }
      let most = values.last ?? 10
      let step = pow(10, floor(log10(most / 4)))
      let decades = Int(floor(from))...max(Int(floor(from)), Int(ceil(to)))
      let candidates =
        options.isLinear
        ? (0...Int(most / step)).map { Double($0) * step }
        : decades.flatMap { decade in
          (to - from > 3 ? [1] : [1, 2, 5]).map { $0 * pow(10, Double(decade)) }
        }
      let ticks = candidates.map {
        (at: options.isLinear || $0 > 0 ? place($0) : 0, text: text($0))
      }
      .filter { $0.at >= from - 0.04 * (to - from) && $0.at <= to + 0.04 * (to - from) }
      return padded(title + options.scaleNote, from, to, least: 1e-9, ticks, place: place)
    }
  }

  @Sendable private static func askedRate(_ rate: Double) -> String {
    let units: [(Double, String)] = [(1e9, " G/s"), (1e6, " M/s"), (1e3, " k/s")]
    let (factor, unit) = units.first { rate >= $0.0 } ?? (1, "/s")
    return rate == 0 ? "0" : FigureText.significant(rate / factor) + unit
  }
}

extension ChartOptions {
  /// The text after the title of an axis that is logarithmic unless the options ask for linear
  /// axes.
  var scaleNote: String { isLinear ? "" : ", log scale" }
  /// Whether the page has room for only one column of panels.
  var isNarrow: Bool { widthMillimetres.map { $0 < 130 } ?? false }
}
