import BenchmarkModel

/// The unit of an axis.
enum ChartUnit: String {
  case duration, rate, ratio, count, share
}

/// A figure with the ends of its interval; both ends equal the figure if no interval is known.
struct PlottedFigure {
  let value: Double
  let low: Double
  let high: Double
  let hasInterval: Bool

  init(_ value: Double, low: Double? = nil, high: Double? = nil) {
    self.value = value
    if let low, let high {
      (self.low, self.high, hasInterval) = (low, high, true)
    } else {
      (self.low, self.high, hasInterval) = (value, value, false)
    }
  }
}

/// One panel of a chart: a dot plot or curves, with the axes.
struct ChartPanel {
  var title: String
  var unit: ChartUnit
  var xTitle = ""
  var yTitle = ""
  /// The name of the scale; panels with the same scale have the same range of figures.
  var scale = ""
  var startsLine = false
  /// The rows of a dot plot.
  var rows: [PlottedRow] = []
  /// The curves; nil for a dot plot.
  var curves: CurvePanel?

  /// The template that draws the panel.
  var kind: String { curves.map { $0.points == nil ? "curves" : "points" } ?? "rows" }

  /// The curves' figures whose intervals, where known, are drawn.
  var countedPoints: [PlottedFigure] {
    (curves?.series ?? []).filter { $0.style.marker != 0 && !$0.name.isEmpty }.flatMap { series in
      series.points.filter { $0.kind == .marked || $0.kind == .parted }.map(\.figure)
    }
  }

  /// The figures that must lie in the panel's range of figures; NaN for a figure that is missing.
  var extent: [Double] {
    let ofRows = rows.flatMap {
      [
        $0.figure.low, $0.figure.high, $0.regimes?.fast ?? .nan, $0.regimes?.slow ?? .nan,
        $0.reference ?? .nan,
      ]
    }
    let points = (curves?.series ?? []).flatMap { series in
      series.points.flatMap { point in
        (point.kind == .longest ? [point.figure.value] : [point.figure.low, point.figure.high])
          + (point.regimes.map { [$0.fast, $0.slow] } ?? [])
      }
    }
    return ofRows + points
  }
}

/// A row of a dot plot.
struct PlottedRow {
  let name: String
  /// The end of the name, which is kept if the rest of the name is cut.
  var tail = ""
  let figure: PlottedFigure
  let text: String
  var shortText = ""
  let style: SeriesStyle
  /// The predicted figure; nil without a prediction.
  var reference: Double?
  /// The figures of the fast and the slow regime; nil for a case with one regime.
  var regimes: PlottedRegimes?
}

/// The figures of a case whose windows fall into two regimes, a fast and a slow one: a figure for
/// each regime, in the unit of the panel's axis.
struct PlottedRegimes {
  /// The sentence that explains the regimes' strokes to the reader.
  static let explanation = " Two short strokes: the two regimes of a case that has two."

  var fast: Double
  var slow: Double

  /// The regimes in another quantity, which `quantity` computes from a cost.
  func map(_ quantity: (Double) -> Double) -> PlottedRegimes {
    PlottedRegimes(fast: quantity(fast), slow: quantity(slow))
  }
}

extension ChartRow {
  /// The case's two regimes; nil for a case with one regime.
  var regimes: PlottedRegimes? {
    guard let fast = number(RegimeFigure.fast.rawValue),
      let slow = number(RegimeFigure.slow.rawValue),
      fast > 0, slow > 0
    else { return nil }
    return PlottedRegimes(fast: fast, slow: slow)
  }
}

/// The curves of one panel.
struct CurvePanel {
  /// A marked stretch of the x axis, with its texts.
  struct Zone {
    let low: Double
    let high: Double
    var texts: [String]
  }

  /// A row below the curves: a figure on the x axis, with its interval.
  struct StripRow {
    let name: String
    let text: String
    let at: Double?
    let low: Double?
    let high: Double?
    /// -1 if the figure lies left of the axis, 1 if it lies right of the axis or does not exist;
    /// 0 if `at` is the figure.
    let side: Int
    let style: SeriesStyle
  }

  let axis: CurveAxis
  var series: [CurveSeries]
  var zones: [Zone] = []
  /// The explanations of the numbers that the zones have as texts, drawn below the panels.
  var key: [String] = []
  var strip: [StripRow] = []
  /// The names beside single points; nil for curves with names at their ends.
  var points: PointsPanel?

  /// Marks a stretch of the x axis; a stretch that is marked already gets one more text.
  mutating func mark(from low: Double, to high: Double, _ text: String) {
    if let index = zones.firstIndex(where: { $0.low == low && $0.high == high }) {
      zones[index].texts.append(text)
    } else {
      zones.append(Zone(low: low, high: high, texts: [text]))
    }
  }
}

/// One curve, or several curves of one style: the points of each from left to right.
struct CurveSeries {
  /// The name at the curve's end; empty for thin curves and for curves that accompany another
  /// series.
  var name: String
  var text = ""
  var style: SeriesStyle
  var width = 1.6
  /// The size of a ring around the marker; 0 for no ring.
  var ring = 0.0
  var points: [CurvePoint] = []

  private static func pair(_ point: CurvePoint) -> String {
    SheetScript.number(point.x) + " " + SheetScript.number(point.figure.value)
  }

  /// The curve as lines of data, with an empty line between points that no solid line joins.
  var path: [String] {
    points.enumerated().flatMap { index, point in
      (index > 0 && (point.kind.isParted || point.kind == .first) ? [""] : []) + [Self.pair(point)]
    }
  }

  /// The dashed strokes over the gaps, as lines of data.
  var joints: [String] {
    zip(points, points.dropFirst()).flatMap { before, point in
      point.kind.isParted
        ? [before, point].map { Self.pair($0) + " \(style.colour.rawValue)" } + [""] : []
    }
  }

  /// The intervals (vertical, and in a scatter also horizontal) and the regimes' strokes, as lines
  /// of data.
  func bars(number: Int) -> [String] {
    points.flatMap { point -> [String] in
      guard style.marker != 0, !name.isEmpty, point.kind == .marked || point.kind == .parted else {
        return []
      }
      let (x, figure) = (point.x, point.figure)
      let upright = figure.low < figure.high ? [[x, figure.low, x, figure.high]] : []
      let level =
        point.xLow < point.xHigh ? [[point.xLow, figure.value, point.xHigh, figure.value]] : []
      let strokes = [point.regimes?.fast, point.regimes?.slow].compactMap(\.self).map {
        [x - point.strokeWidth, $0, x + point.strokeWidth, $0]
      }
      return (upright + level + strokes).map { ends in
        "\(number) " + ends.map(SheetScript.number).joined(separator: " ")
          + " \(style.colour.rawValue)"
      }
    }
  }

  /// The markers and the rings around them, as lines of data.
  func dots(number: Int) -> [String] {
    points.flatMap { point -> [String] in
      guard style.marker != 0, point.kind != .unmarked else { return [] }
      let isLongest = point.kind == .longest
      let size = isLongest ? "1.4" : name.isEmpty ? "0.5" : "1"
      let dot =
        "\(number) \(Self.pair(point)) \(isLongest ? 6 : style.marker) \(size) \(style.colour.rawValue)"
      return [dot]
        + (ring > 0
          ? ["\(number) \(Self.pair(point)) 6 \(SheetScript.number(ring)) \(style.colour.rawValue)"]
          : [])
    }
  }
}

/// A point of a curve, whose `x` is a position on the drawn axis.
struct CurvePoint {
  enum Kind {
    case marked
    /// A point without a marker and without an interval.
    case unmarked
    /// A marked point after a gap.
    case parted
    /// The longest of the timed values, drawn as a ring after a gap, without an interval.
    case longest
    /// The first point of a further curve in the same series.
    case first

    /// Whether a dashed line leads over the gap before the point.
    var isParted: Bool { self == .parted || self == .longest }
  }

  var x: Double
  var figure: PlottedFigure
  var kind = Kind.marked
  /// The ends of the interval of x, in a scatter.
  var xLow = 0.0
  var xHigh = 0.0
  /// The case's regimes, in the unit of the figure; nil for a case with one regime.
  var regimes: PlottedRegimes?
  /// Half the width of a regime's stroke, on the axis of x.
  var strokeWidth = 0.0
}
