import BenchmarkDocument
import BenchmarkModel
import Glibc

extension Chart {
  private static let kindsOfLoop: Set<String> = [
    "compute", "memory", "shared-counter", "skewed", "stride",
  ]

  static let loops: [Chart] = [
    Chart(
      "concurrent-perform-speed-up", "the speed-up of parallel loops, with the fitted curve",
      .suite("concurrent-perform", workloads: kindsOfLoop), metrics: ["speedup"], besides: ["-usl"],
      draw: { rows in
        var chart = LoopChart(rows)
        return chart.speedUp()
      }),
    Chart(
      "concurrent-perform-efficiency", "the grain from which parallel loops pay",
      .suite("concurrent-perform", workloads: kindsOfLoop), metrics: ["speedup"],
      besides: ["-break-even"],
      draw: { rows in
        var chart = LoopChart(rows)
        return chart.efficiency()
      }),
  ]
}

/// The charts of parallel loops: the speed-up against the number of CPUs used, and the efficiency
/// against the size (grain, elements or stride).
private struct LoopChart {
  /// The size that varies in a workload: the x axis of the efficiency; the speed-up has a panel for
  /// each of up to three sizes.
  enum Axis: String {
    case grain, elements, stride

    var column: String { self == .grain ? "grain_ns" : rawValue }
    var title: String {
      switch self {
      case .grain: "grain: work per iteration"
      case .elements: "elements that an iteration works on"
      case .stride: "stride: iterations handed out at a time"
      }
    }

    init(_ row: ChartRow) {
      self =
        !row.text("stride").isEmpty ? .stride : !row.text("grain_ns").isEmpty ? .grain : .elements
    }

    func text(_ size: Double) -> String {
      self == .grain ? asked(size) : FigureText.significant(size)
    }
  }

  /// A primitive's loop at one width and one size, with its row.
  struct Loop {
    let row: ChartRow
    let speedUp: PlottedFigure
    let width: Double
    let size: Double
  }

  /// The loops of a workload.
  struct Work {
    let name: String
    let axis: Axis
    /// The grain of all loops, if the sizes are strides.
    let grain: Double
    let loops: [Loop]
    var sizes: [Double] { Set(loops.map(\.size)).sorted() }
    var widths: [Double] { Set(loops.map(\.width)).sorted() }
  }

  private var rows: ChartRows
  private let works: [Work]
  private let withoutSize: Int

  init(_ rows: ChartRows) {
    self.rows = rows
    // The serial loop, the reference of the speed-ups, has no width, and so is left out.
    let timed = rows.valid.compactMap { row -> Loop? in
      guard let speedUp = row.figure("speedup"), let width = row.number("width"), width > 0,
        row.text("outer").isEmpty
      else {
        return nil
      }
      return Loop(row: row, speedUp: speedUp, width: width, size: row.number(Axis(row).column) ?? 0)
    }
    withoutSize = timed.count { $0.size <= 0 }
    works = unique(timed.filter { $0.size > 0 }.map(\.row.workload)).compactMap { name in
      let own = timed.filter { $0.size > 0 && $0.row.workload == name }
      guard let first = own.first else { return nil }
      // Strides are drawn at the finest grain only, at which strides matter most.
      let axis = Axis(first.row)
      let grain = own.compactMap { $0.row.number("grain_ns") }.min() ?? 0
      return Work(
        name: name, axis: axis, grain: grain,
        loops: axis == .stride ? own.filter { $0.row.number("grain_ns") == grain } : own)
    }
  }

  private func sheet(_ title: String, _ subtitle: String) -> ChartSheet {
    var sheet = rows.sheet(title, subtitle)
    sheet.axisEms = 4.4
    if withoutSize > 0 {
      sheet.notes.append(
        "not drawn: \(counted(withoutSize, "row")) without work in an iteration, as 0 has no place on a log axis"
      )
    }
    return sheet
  }

  /// The row about a loop's series in another table, whose name has the given ending.
  private func beside(_ ending: String, _ work: Work, _ loop: Loop, size: Double? = nil)
    -> ChartRow?
  {
    rows.besides[ending]?.last { row in
      row.workload == work.name && row.primitive == loop.row.primitive
        && (size == nil || row.number(work.axis.column) == size)
        && (rows.runs.isEmpty || row.text("run") == loop.row.text("run"))
        && (work.axis != .stride || row.number("grain_ns") == work.grain)
    }
  }

  private func guide(_ name: String, _ text: String, _ points: [(x: Double, y: Double)], dash: Int)
    -> CurveSeries
  {
    var series = CurveSeries(
      name: name, text: text, style: SeriesStyle(colour: .soft, dash: dash), width: 1.2)
    series.points = points.map { CurvePoint(x: $0.x, figure: PlottedFigure($0.y), kind: .unmarked) }
    return series
  }

  private mutating func style(_ row: ChartRow) -> SeriesStyle {
    rows.styles.distinctStyle(row.primitive, run: row.runIndex, runs: max(1, rows.runs.count))
  }

  // MARK: Speed-up

  mutating func speedUp() -> ChartSheet {
    var sheet = sheet(
      "How parallel loops scale", "Against a serial loop of the same work. Higher is better.")
    var fits = LoopFits()
    let swept = works.filter { $0.widths.count > 1 }
    for work in swept {
      for size in Self.three(work.sizes) { sheet.panels.append(speedUpPanel(work, size, &fits)) }
    }
    let single = works.filter { $0.widths.count < 2 }.map { $0.name.shortened(40) }
    if !single.isEmpty {
      sheet.notes.append("measured at one width, not drawn: \(single.joined(separator: ", "))")
      if swept.isEmpty {
        sheet.reasonIfEmpty =
          "Nothing to draw: all of it was measured at one width, and a speed-up is drawn over two or more "
          + "(run --threads 1,2,4)."
      }
    }
    if (rows.besides["-usl"] ?? []).isEmpty, !sheet.panels.isEmpty {
      sheet.notes.append(
        "no fitted curves: their table, whose name ends in -usl.csv, is not beside this chart's table"
      )
    } else {
      sheet.notes += fits.refusals.map { why, names in
        let more = names.count > 12 ? " and \(names.count - 12) more" : ""
        return "no fitted curve: \(names.prefix(12).joined(separator: ", "))\(more): \(why)"
      }
    }
    if fits.beyond > 0 {
      sheet.notes.append(
        "\(counted(fits.beyond, "curve")) \(fits.beyond == 1 ? "has its" : "have their") peak beyond the widths measured: "
          + "not marked")
    }
    if fits.fitted > 0 {
      sheet.explanation +=
        " Curves: the universal scalability law, fitted"
        + (fits.fitted < fits.curves ? "; straight lines join what has no fit" : "") + "."
        + (fits.peaks > 0 ? " A cross marks a curve's peak, with its interval." : "")
    }
    sheet.columns = sheet.panels.count == 4 ? 2 : 3
    sheet.plotEms = sheet.panels.count > 1 ? 21 : 39
    return sheet
  }

  /// The smallest, a middle and the largest size.
  private static func three(_ sizes: [Double]) -> [Double] {
    sizes.count <= 3
      ? sizes : [sizes[0], sizes[Int(Double(sizes.count - 1) / 2 + 0.5)], sizes[sizes.count - 1]]
  }

  private mutating func speedUpPanel(_ work: Work, _ size: Double, _ fits: inout LoopFits)
    -> ChartPanel
  {
    let isLinear = rows.options.isLinear
    let place = { (width: Double) in isLinear ? width : log2(width) }
    let (first, last) = (work.widths[0], work.widths[work.widths.count - 1])
    let room = max(0.5, place(last) - (isLinear ? 0 : place(first)))
    let axis = CurveAxis(
      title: "width: CPUs used\(rows.options.scaleNote)",
      from: isLinear ? 0 : place(first) - 0.05 * room,
      to: place(last) + 0.03 * room,
      ticks: work.widths.map { (place($0), FigureText.significant($0)) },
      place: { isLinear ? $0 : log2($0) })
    let own = work.loops.filter { $0.size == size }
    var series: [CurveSeries] = []
    var curves: [CurveSeries] = []
    for name in unique(own.map { rows.name($0.row) }) {
      let loops = own.filter { rows.name($0.row) == name }.sorted { $0.width < $1.width }
      guard let end = loops.last else { continue }
      var line = CurveSeries(
        name: name,
        text: "\(Quantity.times.text(end.speedUp.value))× at \(FigureText.significant(end.width))",
        style: style(end.row))
      line.points = loops.map { CurvePoint(x: axis.at($0.width), figure: $0.speedUp) }
      let row = beside("-usl", work, end, size: size)
      fits.curves += 1
      if let row, let fit = LoopFit(row) {
        fits.fitted += 1
        line.width = 0
        curves += fitted(fit, first, last, axis, line.style)
        if let peak = fit.peak, (1...last).contains(peak) {
          fits.peaks += 1
          line.text += ", peak at \(Quantity.number.text(peak))"
          curves += cross(fit, peak, axis)
        } else if let peak = fit.peak, peak > last {
          fits.beyond += 1
        }
      } else {
        fits.refuse(name, Self.refusal(row))
      }
      series.append(line)
    }
    let ideal = work.widths.map { (axis.at($0), $0) }
    let guides = [
      guide(
        "ideal", "\(Quantity.times.text(last))× at \(FigureText.significant(last))", ideal, dash: 2),
      guide("break-even", "1.00×", ideal.map { ($0.0, 1) }, dash: 4),
    ]
    return ChartPanel(
      title: speedUpTitle(work, size), unit: .ratio, xTitle: axis.title, yTitle: "speed-up",
      curves: CurvePanel(axis: axis, series: series + guides + curves))
  }

  private static func refusal(_ row: ChartRow?) -> String {
    guard let row else { return "no row of this curve in the table of fits" }
    let why = row.text("reason").shortened(160)
    return why.isEmpty
      ? "no reason given" : why.hasPrefix("not fitted: ") ? String(why.dropFirst(12)) : why
  }

  private func speedUpTitle(_ work: Work, _ size: Double) -> String {
    let name = work.name.shortened(40)
    switch work.axis {
    case .grain: return "\(name), grain of \(asked(size))"
    case .elements: return "\(name), \(FigureText.significant(size)) elements an iteration"
    case .stride:
      return "\(name), stride of \(FigureText.significant(size)), grain of \(asked(work.grain))"
    }
  }

  private func fitted(
    _ fit: LoopFit, _ first: Double, _ last: Double, _ axis: CurveAxis, _ style: SeriesStyle
  )
    -> [CurveSeries]
  {
    var curve = CurveSeries(name: "", style: SeriesStyle(colour: style.colour, dash: style.dash))
    let ends = (axis.at(first), axis.at(last))
    curve.points = (0...32).map { step in
      let at = ends.0 + (ends.1 - ends.0) * Double(step) / 32
      let width = rows.options.isLinear ? at : exp2(at)
      return CurvePoint(x: at, figure: PlottedFigure(fit.speedUp(width)), kind: .unmarked)
    }
    return [curve]
  }

  /// An upright stroke at the peak of a curve, and a level stroke over the peak's interval.
  private func cross(_ fit: LoopFit, _ peak: Double, _ axis: CurveAxis) -> [CurveSeries] {
    let (at, height) = (axis.at(peak), fit.speedUp(peak))
    let stroke = { (points: [(Double, Double)]) in
      var series = CurveSeries(name: "", style: SeriesStyle(colour: .ink), width: 1.4)
      series.points = points.map {
        CurvePoint(x: $0.0, figure: PlottedFigure($0.1), kind: .unmarked)
      }
      return series
    }
    let upright = stroke([(at, height / 1.075), (at, height * 1.075)])
    guard let low = fit.peakLow else { return [upright] }
    // If the peak's interval has no upper end, the stroke goes to the end of the axis.
    let right = fit.peakHigh.map { min(axis.to, axis.at($0)) } ?? axis.to
    return [upright, stroke([(max(axis.from, axis.at(max(low, 1e-9))), height), (right, height)])]
  }

  // MARK: Efficiency

  mutating func efficiency() -> ChartSheet {
    var sheet = sheet(
      "The grain from which parallel loops pay",
      "Efficiency: the speed-up against a serial loop of the same work, over the CPUs used. Higher is better."
    )
    for work in works { sheet.panels.append(efficiencyPanel(work)) }
    if sheet.panels.contains(where: { $0.curves?.strip.isEmpty == false }) {
      sheet.explanation +=
        " Below the lines: each line's break-even, with its interval; an arrow where the interval goes beyond the measured sizes."
    }
    if (rows.besides["-break-even"] ?? []).isEmpty, !sheet.panels.isEmpty {
      sheet.notes.append(
        "no break-evens: their table, whose name ends in -break-even.csv, is not beside this chart's table"
      )
    }
    sheet.plotEms = sheet.panels.count > 1 ? 24 : 39
    return sheet
  }

  private mutating func efficiencyPanel(_ work: Work) -> ChartPanel {
    let (sizes, widest) = (work.sizes, work.widths.last ?? 1)
    let (first, last) = (log10(sizes[0]), log10(sizes[sizes.count - 1]))
    let room = max(0.5, last - first)
    let (from, to) = (first - 0.05 * room, last + 0.03 * room)
    let powers = Int(ceil(from))...max(Int(ceil(from)), Int(floor(to)))
    let ticks = powers.count > 1 ? powers.map { pow(10, Double($0)) } : sizes
    let axis = CurveAxis(
      title: "\(work.axis.title), log scale", from: from, to: to,
      ticks: ticks.map { (log10($0), work.axis.text($0)) }, place: { log10($0) })
    let own = work.loops.filter { $0.width == widest }
    var series: [CurveSeries] = []
    var strip: [CurvePanel.StripRow] = []
    for name in unique(own.map { rows.name($0.row) }) {
      let loops = own.filter { rows.name($0.row) == name }.sorted { $0.size < $1.size }
      guard let end = loops.last else { continue }
      let share = Int((100 * end.speedUp.value / widest).rounded())
      var line = CurveSeries(
        name: name, text: "\(share) % at \(work.axis.text(end.size))", style: style(end.row))
      line.points = loops.map { loop in
        let figure = loop.speedUp
        return CurvePoint(
          x: axis.at(loop.size),
          figure: figure.hasInterval
            ? PlottedFigure(
              figure.value / widest, low: figure.low / widest, high: figure.high / widest)
            : PlottedFigure(figure.value / widest))
      }
      series.append(line)
      if work.axis != .stride, let row = beside("-break-even", work, end),
        row.number("width") == widest
      {
        strip.append(stripRow(name, row, work, axis, line.style))
      }
    }
    let level = { (at: Double) in [(from, at), (to, at)] }
    // At a width of one CPU, the two guides coincide, so only one is drawn.
    let guides =
      [guide("ideal", "100 %", level(1), dash: 2)]
      + (widest > 1
        ? [guide("break-even", "\(Int((100 / widest).rounded())) %", level(1 / widest), dash: 4)]
        : [])
    let grain = work.axis == .stride ? ", grain of \(asked(work.grain))" : ""
    return ChartPanel(
      title: "\(work.name.shortened(40)), \(counted(Int(widest), "CPU")) wide\(grain)",
      unit: .share,
      xTitle: axis.title, yTitle: "efficiency", scale: "efficiency",
      curves: CurvePanel(
        axis: axis, series: series + guides, strip: Self.sorted(strip)))
  }

  /// The row with the break-even of an engine.
  ///
  /// The row's `side` is 0 for a break-even among the measured sizes, -1 for a break-even below
  /// them, and 1 for a break-even above them or if there is none for another reason.
  private func stripRow(
    _ name: String, _ row: ChartRow, _ work: Work, _ axis: CurveAxis, _ style: SeriesStyle
  ) -> CurvePanel.StripRow {
    let column = work.axis == .grain ? "break_even_grain_ns" : "break_even_elements"
    let why = row.text("reason")
    let at = row.number(column)
    let text =
      at.map { work.axis == .grain ? Quantity.duration.text($0) : Quantity.number.text($0) }
      ?? (why.hasPrefix("below ")
        ? "below \(work.axis.text(work.sizes[0]))"
        : why.hasPrefix("above ")
          ? "above \(work.axis.text(work.sizes[work.sizes.count - 1]))"
          : why.isEmpty ? "none" : why.shortened(60))
    return .init(
      name: name, text: text, at: at.map(axis.at), low: row.number(column + "_low").map(axis.at),
      high: row.number(column + "_high").map(axis.at),
      side: at != nil ? 0 : why.hasPrefix("below ") ? -1 : 1, style: style)
  }

  /// The rows from the smallest to the largest break-even.
  private static func sorted(_ strip: [CurvePanel.StripRow]) -> [CurvePanel.StripRow] {
    let key = { (row: CurvePanel.StripRow) in row.at ?? (row.side < 0 ? -.infinity : .infinity) }
    return strip.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }
      .map(\.element)
  }
}
