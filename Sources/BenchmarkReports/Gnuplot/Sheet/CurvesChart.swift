import BenchmarkDocument

/// A chart with a curve for each primitive and a panel for each situation; with more than `skein`
/// curves, each family of primitives has a panel of its own, in which the curves of other families
/// are thin.
struct CurvesChart: Sendable {
  /// A situation: the number by which its panel is sorted among the panels, and the panel's title.
  struct Situation: Hashable {
    let order: Double
    let title: String

    init(_ order: Double, _ title: String) { (self.order, self.title) = (order, title) }
  }

  /// A figure of a row, at a value of x.
  struct Reading {
    var x: Double
    var figure: PlottedFigure
    var kind = CurvePoint.Kind.marked
    /// The text at the curve's end, if the reading is the curve's last point.
    var text: String
    var xRange: (low: Double, high: Double)?
    /// The case's regimes, in the unit of the figure; nil for a case with one regime.
    var regimes: PlottedRegimes?
    /// The situation of the reading, if a row has several situations.
    var situation: Situation?
  }

  /// A way to draw the rows: the panel of a row, its figures, and the x axis.
  struct View: Sendable {
    /// The situation of a row; nil for a row that this view leaves out.
    let situation: @Sendable (ChartRow) -> Situation?
    let readings: @Sendable (ChartRow) -> [Reading]
    let axis: @Sendable ([Double], ChartOptions) -> CurveAxis
  }

  var title: String
  var subtitle: String
  var unit = ChartUnit.duration
  var yTitle: String
  var views: [View]
  /// The name of a situation in the notes.
  var noun = "situation"
  var nounRest = ""
  var panelsOfSituation = 1
  var mostPanels = 6
  /// The largest number of curves that share a panel; with more curves, each family has a panel.
  var skein = Int.max
  /// The largest number of situations that are drawn if each family has a panel.
  var situationsByFamily = 2
  /// The index of the situation that is drawn if each family has room for one situation only.
  var single = 0
  var isScatter = false
  var sharesLegend = false
  var rowsAreCases = true
  var plotEms: Double?
  /// A named line for the least possible figure, such as the section alone.
  var floor: (@Sendable (CurveAxis) -> CurveSeries)?
  /// Adds the parts of the sheet that only this chart has.
  var finish: @Sendable (inout ChartSheet, ChartRows, [CurveAxis]) -> Void = { _, _, _ in }

  private struct Drawn {
    let name: String
    let row: ChartRow
    let view: Int
    let situation: Situation
    let reading: Reading
  }

  func sheet(_ rows: ChartRows) -> ChartSheet {
    var rows = rows
    var sheet = rows.sheet(title, subtitle, rowsAreCases: rowsAreCases)
    let all = views.enumerated().flatMap { number, view in
      rows.valid.flatMap { row -> [Drawn] in
        guard let situation = view.situation(row) else { return [] }
        return view.readings(row).map {
          Drawn(
            name: rows.name(row), row: row, view: number, situation: $0.situation ?? situation,
            reading: $0)
        }
      }
    }
    let isByFamily = unique(all.map(\.name)).count > skein
    let situations = chosen(situations(all), isByFamily, rows.options, &sheet)
    let drawn = all.filter { drawn in
      situations.contains { $0.view == drawn.view && $0.situation == drawn.situation }
    }
    let axes = views.enumerated().map { number, view in
      let values = drawn.filter { $0.view == number }.flatMap { drawn in
        drawn.reading.xRange.map { [$0.low, $0.high] } ?? [drawn.reading.x]
      }
      return view.axis(Set(values).sorted(), rows.options)
    }
    sheet.panels =
      isByFamily
      ? byFamily(drawn, situations, axes, &rows, &sheet) : together(drawn, situations, axes, &rows)
    sheet.isScatter = isScatter
    sheet.axisEms = unit == .share ? 5.4 : 6.2
    sheet.plotEms = plotEms ?? (sheet.panels.count > 1 ? 22 : 36)
    sheet.sharesLegend = sharesLegend
    if drawn.contains(where: { $0.reading.regimes != nil }) {
      sheet.explanation += PlottedRegimes.explanation
    }
    finish(&sheet, rows, axes)
    return sheet
  }

  /// The situations of each view, sorted by their ``Situation/order``.
  private func situations(_ drawn: [Drawn]) -> [(view: Int, situation: Situation)] {
    views.indices.flatMap { view in
      let all = unique(drawn.filter { $0.view == view }.map(\.situation))
      return all.enumerated().sorted {
        ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
      }
      .map { (view, $0.element) }
    }
  }

  /// The situations for which there is room; the sheet gets a note on the other situations.
  private func chosen(
    _ all: [(view: Int, situation: Situation)], _ isByFamily: Bool, _ options: ChartOptions,
    _ sheet: inout ChartSheet
  ) -> ArraySlice<(view: Int, situation: Situation)> {
    let most =
      isByFamily
      ? (options.widthMillimetres == nil ? situationsByFamily : 1)
      : options.isNarrow ? min(4 * panelsOfSituation, mostPanels) : mostPanels
    let isSingle = isByFamily && most == 1 && all.count > single
    let chosen = isSingle ? all[single...single] : all.prefix(most)
    if chosen.count < all.count {
      let left = counted((all.count - chosen.count) / panelsOfSituation, noun) + nounRest
      sheet.notes.append("\(left) not drawn, for lack of room: they are in the table")
    }
    return chosen
  }

  private func together(
    _ drawn: [Drawn], _ chosen: ArraySlice<(view: Int, situation: Situation)>, _ axes: [CurveAxis],
    _ rows: inout ChartRows
  ) -> [ChartPanel] {
    chosen.map { view, situation in
      let own = drawn.filter { $0.view == view && $0.situation == situation }
      let series = unique(own.map(\.name)).map { name in
        self.series(own.filter { $0.name == name }, axes[view], &rows)
      }
      return panel(situation.title, series, axes[view])
    }
  }

  private func byFamily(
    _ drawn: [Drawn], _ chosen: ArraySlice<(view: Int, situation: Situation)>, _ axes: [CurveAxis],
    _ rows: inout ChartRows, _ sheet: inout ChartSheet
  ) -> [ChartPanel] {
    let families = ChartFamily.all.filter { family in
      drawn.contains { rows.styles.family(of: $0.row.primitive) == family.colour }
    }
    if chosen.count == 1, let only = chosen.first { sheet.subtitle += " \(only.situation.title)." }
    if families.count > 1 {
      sheet.explanation += (isScatter ? " Dots" : " Thin") + ": the primitives of the other panels."
    }
    return families.flatMap { family in
      chosen.compactMap { view, situation -> ChartPanel? in
        let own = drawn.filter { $0.view == view && $0.situation == situation }
        let names = unique(own.map(\.name))
        let styles = rows.styles
        let isFront = { (name: String) in
          own.contains { $0.name == name && styles.family(of: $0.row.primitive) == family.colour }
        }
        guard names.contains(where: isFront) else { return nil }
        let behind = context(
          names.filter { !isFront($0) }.map { name in own.filter { $0.name == name } }, axes[view])
        let front = names.filter(isFront).enumerated().map { number, name in
          let own = own.filter { $0.name == name }
          var style = rows.styles.style(own[0].row.primitive, run: own[0].row.runIndex)
          if rows.runs.isEmpty { style.dash = SeriesStyles.plainDash(number) }
          return series(own, axes[view], style, isRinged: own[0].row.runIndex)
        }
        let title = chosen.count > 1 ? "\(situation.title): \(family.title)" : family.title
        return panel(title, behind + front, axes[view])
      }
    }
  }

  private func panel(_ title: String, _ series: [CurveSeries], _ axis: CurveAxis) -> ChartPanel {
    let floors = floor.map { [$0(axis)] } ?? []
    return ChartPanel(
      title: title, unit: unit, xTitle: axis.title, yTitle: yTitle,
      curves: CurvePanel(axis: axis, series: series + floors))
  }

  private func series(_ drawn: [Drawn], _ axis: CurveAxis, _ rows: inout ChartRows) -> CurveSeries {
    let row = drawn[0].row
    return series(
      drawn, axis,
      rows.styles.distinctStyle(row.primitive, run: row.runIndex, runs: max(1, rows.runs.count)),
      isRinged: row.runIndex)
  }

  private func series(
    _ drawn: [Drawn], _ axis: CurveAxis, _ style: SeriesStyle, isRinged run: Int
  ) -> CurveSeries {
    let readings = drawn.map(\.reading).enumerated().sorted {
      ($0.element.x, $0.offset) < ($1.element.x, $1.offset)
    }
    .map(\.element)
    var series = CurveSeries(name: drawn[0].name, text: readings.last?.text ?? "", style: style)
    if isScatter {
      series.width = 0
      series.ring = run > 0 ? 1.1 + 0.5 * Double(run) : 0
    }
    series.points = readings.map { point($0, axis) }
    for index in series.points.indices.dropFirst()
    where axis.isBroken(between: series.points[index - 1].x, series.points[index].x)
      && series.points[index].kind == .marked
    {
      series.points[index].kind = .parted
    }
    return series
  }

  private func point(_ reading: Reading, _ axis: CurveAxis) -> CurvePoint {
    var point = CurvePoint(x: axis.at(reading.x), figure: reading.figure, kind: reading.kind)
    if let range = reading.xRange {
      (point.xLow, point.xHigh) = (axis.at(range.low), axis.at(range.high))
    }
    point.regimes = reading.regimes
    point.strokeWidth = 0.012 * (axis.to - axis.from)
    return point
  }

  /// The thin curves of the other families, in one series because many series make a large file.
  private func context(_ curves: [[Drawn]], _ axis: CurveAxis) -> [CurveSeries] {
    let style = SeriesStyle(colour: .behind, marker: isScatter ? 7 : 0)
    var all = CurveSeries(name: "", style: style, width: isScatter ? 0 : 0.8)
    for curve in curves {
      var points = series(curve, axis, style, isRinged: 0).points
      points[0].kind = .first
      all.points += points
    }
    return curves.isEmpty ? [] : [all]
  }
}

/// A family of primitives that has panels of its own, or in a ``PointsChart`` a series.
struct ChartFamily {
  /// The colour of the family; nil for the primitives of all families without a listed colour.
  let colour: ChartColour?
  let title: String

  static let all: [ChartFamily] = [
    ChartFamily(colour: .black, title: "Floors"),
    ChartFamily(colour: .orange, title: "Serial queues"),
    ChartFamily(colour: .sky, title: "Concurrent queues"),
    ChartFamily(colour: .green, title: "Futex locks, and Synchronization.Mutex"),
    ChartFamily(colour: .blue, title: "pthread mutexes, and what wraps them"),
    ChartFamily(colour: .vermillion, title: "Spinlocks"),
    ChartFamily(colour: .purple, title: "Built of something else"),
    ChartFamily(colour: nil, title: "Others"),
  ]
}

/// The distinct elements, in the order of first appearance.
func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var seen: Set<Element> = []
  return elements.filter { seen.insert($0).inserted }
}
