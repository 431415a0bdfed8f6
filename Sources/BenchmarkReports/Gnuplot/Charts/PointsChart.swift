import BenchmarkDocument
import BenchmarkModel
import Glibc

/// A chart with one named mark for each primitive, at its cost on the x axis and at another figure
/// on the y axis; the two situations with the most marks have a panel each.
///
/// Cases of one thread are left out, and floors: a floor does no more than the loop, or excludes no
/// thread.
struct PointsChart: Sendable {
  let title: String
  let subtitle: String
  let yTitle: String
  var unit = ChartUnit.duration
  /// The phrase for the workloads that must be measured, such as `in contended`, for the message
  /// that nothing is drawn.
  let noun: String
  /// The figure of a row on the y axis; nil if the row has none.
  let y: @Sendable (ChartRow) -> PlottedFigure?

  private static let mostPanels = 2
  /// The families' markers, in the order of ``ChartFamily/all``.
  private static let markers = [4, 5, 13, 9, 11, 7, 15, 6]

  private typealias Point = (name: String, row: ChartRow, x: PlottedFigure, y: PlottedFigure)

  func sheet(_ rows: ChartRows) -> ChartSheet {
    var sheet = rows.sheet(title, subtitle)
    let all = panels(rows)
    let chosen = all.prefix(Self.mostPanels)
    if chosen.count < all.count {
      sheet.notes.append(
        "\(counted(all.count - chosen.count, "situation")) not drawn, for lack of room: "
          + "they are in the table")
    }
    if !rows.valid.isEmpty, chosen.isEmpty {
      sheet.reasonIfEmpty =
        "Nothing to draw: no lock was measured \(noun), with two threads or more."
    }
    (sheet.columns, sheet.isScatter, sheet.sharesLegend) = (1, true, true)
    (sheet.axisEms, sheet.plotEms) = (6.2, 62)
    for (title, points) in chosen {
      let hasHeading = chosen.count > 1 || rows.options.hasTitle
      let frame = PlotFrame(sheet, marks: points.count, heading: hasHeading, rows.options)
      let (panel, unnamed) = panel(title, points, frame, rows)
      sheet.panels.append(panel)
      if !unnamed.isEmpty {
        sheet.notes.append(
          "\(title), marks without room for a name: \(unnamed.joined(separator: ", "))")
      }
    }
    return sheet
  }

  /// The situations with their points; the situations with the most points first, those with
  /// equally many points in the table's order.
  private func panels(_ rows: ChartRows) -> [(title: String, points: [Point])] {
    let drawn = rows.valid.filter {
      $0.threads > 1 && rows.styles.family(of: $0.primitive) != .black
    }
    let title = { (row: ChartRow) in
      "\(counted(Int(row.threads), "thread")), "
        + (row.work.isEmpty ? "nothing inside" : row.work) + row.setting
    }
    return unique(drawn.map(title)).map { here in
      let own = drawn.filter { title($0) == here }
      let points = unique(own.map(rows.name)).compactMap { name -> Point? in
        let same = own.filter { rows.name($0) == name }
        guard let y = same.lazy.compactMap(y).first,
          let row = same.first(where: { $0.workload == "contended" }),
          let x = row.figure("ns_per_op")
        else { return nil }
        return (name, row, x, y)
      }
      return (here, points)
    }.filter { !$0.points.isEmpty }.enumerated().sorted {
      ($1.element.points.count, $0.offset) < ($0.element.points.count, $1.offset)
    }.map(\.element)
  }

  // MARK: A panel

  private func panel(
    _ title: String, _ points: [Point], _ frame: PlotFrame, _ rows: ChartRows
  ) -> (panel: ChartPanel, unnamed: [String]) {
    let across = axis("time per operation", points.map(\.x), rows.options)
    let up = axis(yTitle, points.map(\.y), rows.options)
    func place(_ x: Double, _ y: Double) -> PlotPoint {
      PlotPoint(
        x: min(1, max(0, across.share(of: x))) * frame.width,
        y: min(1, max(0, up.share(of: y))) * frame.height)
    }
    let marks = points.map { point in
      let at = place(point.x.value, point.y.value)
      let (low, high) = (place(point.x.low, point.y.low), place(point.x.high, point.y.high))
      return LabelPlacement.Mark(
        name: point.name, at: at,
        strokes: [
          PlotBox(left: low.x, bottom: at.y, width: high.x - low.x, height: 0.01),
          PlotBox(left: at.x, bottom: low.y, width: 0.01, height: high.y - low.y),
        ])
    }
    let places = LabelPlacement(width: frame.width, height: frame.height).places(of: marks)
    var curves = CurvePanel(axis: across, series: series(points, across, rows))
    curves.points = PointsPanel(
      frame: frame, from: up.from, to: up.to, labels: places.compactMap(\.self))
    let panel = ChartPanel(
      title: title, unit: unit, xTitle: across.title, yTitle: yTitle, scale: title, curves: curves)
    return (panel, zip(points, places).filter { $1 == nil }.map(\.0.name))
  }

  private func axis(
    _ title: String, _ figures: [PlottedFigure], _ options: ChartOptions
  ) -> CurveAxis {
    let ends = figures.flatMap { [$0.low, $0.value, $0.high] }.filter { options.isLinear || $0 > 0 }
    return CurveAxis.round(title, text: asked)(Set(ends).sorted(), options)
  }

  /// A series for each family, whose points are the family's primitives.
  private func series(_ points: [Point], _ axis: CurveAxis, _ rows: ChartRows) -> [CurveSeries] {
    ChartFamily.all.enumerated().map { index, family in
      let style = SeriesStyle(colour: family.colour ?? .ink, marker: Self.markers[index])
      var series = CurveSeries(name: family.title, style: style, width: 0)
      series.points = points.filter {
        rows.styles.family(of: $0.row.primitive) == family.colour
      }.map { point in
        CurvePoint(
          x: axis.at(point.x.value), figure: point.y, xLow: axis.at(point.x.low),
          xHigh: axis.at(point.x.high))
      }
      return series
    }.filter { !$0.points.isEmpty }
  }
}
