import BenchmarkModel
import Glibc

/// The content of a chart, completely chosen, ordered and named, so that plots/chart.gp only has to
/// draw.
struct ChartSheet {
  var title = ""
  /// The text below the title.
  var subtitle = ""
  /// The sentences on the chart's marks, each after a space; drawn even if the title is not.
  ///
  /// The sentence on intervals follows them.
  var explanation = ""
  /// The lines at the bottom, above the caption.
  var notes: [String] = []
  /// The reason that the chart gives if nothing is drawn.
  var reasonIfEmpty = ""
  var panels: [ChartPanel] = []
  /// The largest number of panels side by side.
  var columns = 2
  /// The width of a panel's plot in ems, if the page's width is not set.
  var plotEms = 25.0
  var axisEms = 5.4
  /// Whether all panels share one legend below them, instead of a legend for each panel.
  ///
  /// A chart has legends only if the names have no room beside the plots, or if it is a
  /// ``PointsChart``.
  var sharesLegend = false
  /// Whether both axes have measured figures, and no line joins the points of a series.
  var isScatter = false
  /// The table for a template that lays out the whole chart; nil if panels are drawn.
  var table: Table?

  struct Table {
    /// The template.
    let body: String
    /// The colour of each row's primitive.
    let colours: [ChartColour]
    let texts: [(column: String, values: [String])]
    let numbers: [(column: String, values: [Double])]
  }

  /// The sheet as gnuplot assignments.
  func script(_ options: ChartOptions) -> String {
    let script = SheetScript()
    let rows = panels.flatMap(\.rows)
    let points = panels.flatMap(\.countedPoints)
    let intervals =
      rows.map(\.figure).filter(\.hasInterval).count + points.count(where: \.hasInterval)
    let drawn = rows.count + points.count
    let explained =
      table == nil ? " " + Self.explanation(drawn: drawn, intervals) : ""
    script.set("is_linear", options.isLinear ? 1 : 0)
    script.set("is_monochrome", options.isMonochrome ? 1 : 0)
    script.set("body", table?.body ?? "")
    script.set("title", title)
    script.set("subtitle", subtitle)
    script.set("explanation", explanation + explained)
    script.set("why_empty", reasonIfEmpty)
    script.set("columns_wanted", columns)
    script.set("plot_em", plotEms)
    script.set("left_em", axisEms)
    script.set("shares_legend", sharesLegend ? 1 : 0)
    script.set("is_scatter", isScatter ? 1 : 0)
    script.set("drawn_count", drawn)
    script.count("note", notes.count)
    script.array("note", notes)
    if let table { return write(table, keepsOrder: options.keepsOrder, to: script) }
    script.count("panel", panels.count)
    script.array("panel_kind", panels.map(\.kind))
    script.array("panel_title", panels.map(\.title))
    script.array("panel_starts", panels.map { $0.startsLine ? 1 : 0 })
    script.array("panel_unit", panels.map(\.unit.rawValue))
    script.array("panel_x_title", panels.map(\.xTitle))
    script.array("panel_y_title", panels.map(\.yTitle))
    let scales = Dictionary(grouping: panels) { $0.scale }.mapValues { alike in
      alike.flatMap { panel in
        panel.extent.filter { $0.isFinite && (options.isLinear || panel.unit == .share || $0 > 0) }
      }
    }
    script.array("panel_min", panels.map { scales[$0.scale]?.min() ?? 1 })
    script.array("panel_max", panels.map { scales[$0.scale]?.max() ?? 10 })
    writeRows(to: script)
    writeCurves(to: script)
    return script.text
  }

  private func write(_ table: Table, keepsOrder: Bool, to script: SheetScript) -> String {
    script.set("is_sorted", keepsOrder ? 0 : 1)
    script.count("table", table.colours.count)
    script.array("table_colour", table.colours.map(\.rawValue))
    for (column, values) in table.texts { script.array("col_\(column)", values) }
    for (column, values) in table.numbers { script.array("col_\(column)", values) }
    return script.text
  }

  /// The sentence that explains the bars, or says why there are none: of `drawn` figures, `known`
  /// have an interval.
  static func explanation(drawn: Int, _ known: Int) -> String {
    if drawn == 0 { return "" }
    if known == 0 { return "No intervals: they need five launches of a case." }
    return "Bars: 95 % intervals, where they are wider than the marker"
      + (known < drawn ? "; some cases have none." : ".")
  }

  private func writeRows(to script: SheetScript) {
    let rows = panels.flatMap(\.rows)
    script.ranges("row", panels.map(\.rows.count))
    script.array("row_name", rows.map { $0.name + $0.tail })
    script.array("row_tail", rows.map(\.tail))
    script.array("row_text", rows.map(\.text))
    script.array("row_short", rows.map(\.shortText))
    script.array("row_value", rows.map(\.figure.value))
    script.array("row_low", rows.map(\.figure.low))
    script.array("row_high", rows.map(\.figure.high))
    script.array("row_reference", rows.map { $0.reference ?? .nan })
    script.array("row_fast", rows.map { $0.regimes?.fast ?? .nan })
    script.array("row_slow", rows.map { $0.regimes?.slow ?? .nan })
    script.array("row_colour", rows.map(\.style.colour.rawValue))
    script.array("row_marker", rows.map(\.style.marker))
  }

  private func writeCurves(to script: SheetScript) {
    let curves = panels.map(\.curves)
    script.array("panel_x_from", curves.map { $0?.axis.from ?? 0 })
    script.array("panel_x_to", curves.map { $0?.axis.to ?? 1 })
    script.array("panel_break", curves.map { $0?.axis.breakAt ?? .nan })
    let ticks = curves.flatMap { $0?.axis.ticks ?? [] }
    script.ranges("tick", curves.map { $0?.axis.ticks.count ?? 0 })
    script.array("tick_x", ticks.map(\.at))
    script.array("tick_text", ticks.map(\.text))
    let zones = curves.flatMap { $0?.zones ?? [] }
    script.ranges("zone", curves.map { $0?.zones.count ?? 0 })
    script.array("zone_x", zones.map { ($0.low + $0.high) / 2 })
    script.array("zone_low", zones.map(\.low))
    script.array("zone_high", zones.map(\.high))
    script.array("zone_text", zones.map { $0.texts.joined(separator: " ") })
    let keys = curves.enumerated().flatMap { panel, curves in
      (curves?.key ?? []).map { (panel + 1, $0) }
    }
    script.count("key", keys.count)
    script.array("key_panel", keys.map(\.0))
    script.array("key_text", keys.map(\.1))
    let strips = curves.flatMap { $0?.strip ?? [] }
    script.ranges("strip", curves.map { $0?.strip.count ?? 0 })
    script.array("strip_name", strips.map(\.name))
    script.array("strip_text", strips.map(\.text))
    script.array("strip_x", strips.map { $0.at ?? .nan })
    script.array("strip_low", strips.map { $0.low ?? .nan })
    script.array("strip_high", strips.map { $0.high ?? .nan })
    script.array("strip_side", strips.map(\.side))
    script.array("strip_colour", strips.map(\.style.colour.rawValue))
    script.array("strip_marker", strips.map(\.style.marker))
    script.array("strip_dash", strips.map(\.style.dash))
    writeSeries(curves, to: script)
    writePoints(curves.map { $0?.points }, to: script)
  }

  private func writePoints(_ panels: [PointsPanel?], to script: SheetScript) {
    script.array("panel_y_from", panels.map { $0?.from ?? .nan })
    script.array("panel_y_to", panels.map { $0?.to ?? .nan })
    script.array("panel_w_em", panels.map { $0?.frame.width ?? 0 })
    script.array("panel_h_em", panels.map { $0?.frame.outerHeight ?? 0 })
    let labels = panels.flatMap { $0?.labels ?? [] }
    script.ranges("label", panels.map { $0?.labels.count ?? 0 })
    script.array("label_text", labels.map(\.name))
    script.array("label_x", labels.map(\.box.left))
    script.array("label_y", labels.map { $0.box.bottom + $0.box.height / 2 })
    script.array("label_mark_x", labels.map(\.mark.x))
    script.array("label_mark_y", labels.map(\.mark.y))
    script.array("label_end_x", labels.map { $0.leader?.x ?? .nan })
    script.array("label_end_y", labels.map { $0.leader?.y ?? .nan })
  }

  private func writeSeries(_ curves: [CurvePanel?], to script: SheetScript) {
    let series = curves.flatMap { $0?.series ?? [] }
    script.ranges("series", curves.map { $0?.series.count ?? 0 })
    script.array("series_name", series.map(\.name))
    script.array("series_text", series.map(\.text))
    script.array("series_x", series.map { $0.points.last?.x ?? 0 })
    script.array("series_y", series.map { $0.points.last?.figure.value ?? 0 })
    script.array("series_colour", series.map(\.style.colour.rawValue))
    script.array("series_marker", series.map(\.style.marker))
    script.array("series_ring", series.map(\.ring))
    script.array("series_dash", series.map(\.style.dash))
    script.array("series_width", series.map(\.width))
    // gnuplot complains of an index without a point, so an empty path gets an invisible point, and
    // each index of joints, bars and dots begins with one.
    script.block("paths", series.map { $0.path.isEmpty ? ["0 NaN"] : $0.path })
    let scales = Dictionary(grouping: panels) { $0.scale }.mapValues {
      $0.flatMap(\.extent).filter(\.isFinite).max() ?? 1
    }
    var first = 1
    var (joints, bars, dots): ([[String]], [[String]], [[String]]) = ([], [], [])
    for (panel, curves) in zip(panels, curves) {
      let middle = curves.map { SheetScript.number(($0.axis.from + $0.axis.to) / 2) } ?? "0"
      let top = SheetScript.number(scales[panel.scale] ?? 1)
      let drawn = Array((curves?.series ?? []).enumerated()).map { (first + $0, $1) }
      joints.append(
        ["\(middle) \(top) \(ChartColour.paper.rawValue)", ""] + drawn.flatMap { $1.joints })
      bars.append(
        ["0 \(middle) \(top) \(middle) \(top) 11"] + drawn.flatMap { $1.bars(number: $0) })
      dots.append(["0 \(middle) \(top) 7 0 11"] + drawn.flatMap { $1.dots(number: $0) })
      first += drawn.count
    }
    script.block("joints", joints)
    script.block("bars", bars)
    script.block("dots", dots)
  }
}
