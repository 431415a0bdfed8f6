import BenchmarkDocument
import BenchmarkModel

extension Chart {
  static let barriers: [Chart] = [
    Chart(
      "barrier", "reads and writes a second over the share of reads, and where costs cross",
      .suite("barrier", workloads: ["read-mix"]), metrics: ["reads_per_s", "writes_per_s"] + cost,
      besides: ["-crossovers"],
      draw: { rows throws(ChartTableError) in try ReadersChart(rows).sheet() }),
    Chart(
      "rendezvous", "what it costs all threads to meet",
      .suite("barrier", workloads: ["rendezvous"]),
      metrics: cost, draw: rendezvous),
  ]

  /// A chart of dots for at most two numbers of threads, and of curves for three or more.
  private static func rendezvous(_ rows: ChartRows) -> ChartSheet {
    let (title, subtitle) = (
      "What it costs threads to meet", "An episode: all arrive, then all leave. Lower is better."
    )
    guard Set(rows.valid.map(\.threads)).count >= 3 else {
      return CostChart(
        title: title, subtitle: subtitle, axisTitle: "time per episode",
        shared: ("rendezvous", "Rendezvous")
      ).sheet(rows)
    }
    return CurvesChart(
      title: title, subtitle: subtitle, yTitle: "time per episode",
      views: [
        .cost(
          of: { _ in .init(0, "") }, over: \.threads, on: CurveAxis.doubling("threads, log scale"),
          text: FigureText.significant)
      ]
    ).sheet(rows)
  }
}

/// Readers and writers: throughput over the share of reads, with the crossings at which two
/// primitives cost the same.
struct ReadersChart {
  private let rows: ChartRows
  private let readsColumn: String

  init(_ rows: ChartRows) throws(ChartTableError) {
    self.rows = rows
    // Older runs have the share of reads in whole percents.
    guard let column = ["read_permille", "read_percent"].first(where: rows.has) else {
      throw ChartTableError(
        description: "the table has no column read_permille: it is not the table of this chart")
    }
    readsColumn = column
  }

  private func share(_ row: ChartRow) -> Double? {
    row.number(readsColumn).map { readsColumn == "read_permille" ? $0 / 10 : $0 }
  }

  private static func situation(threads: Double, inside: Double) -> String {
    counted(Int(threads), "thread") + (inside > 0 ? ", \(asked(inside)) inside" : "")
  }

  func sheet() -> ChartSheet {
    let named = { @Sendable (row: ChartRow) in
      Self.situation(threads: row.threads, inside: row.inside)
    }
    let sweeps = { @Sendable (row: ChartRow) in share(row).map { 0 < $0 && $0 < 100 } ?? false }
    let all = unique(rows.valid.map(named))
    // The combinations of threads and work inside with a share of reads between 0 and 100 % are
    // drawn; if there are none, all combinations are drawn.
    let swept = unique(rows.valid.filter(sweeps).map(named))
    let shown = swept.isEmpty ? all : all.filter(swept.contains)
    let kinds = ["reads", "writes"]
    let view = CurvesChart.View(
      situation: { _ in .init(0, "") },
      readings: { row in
        guard let share = self.share(row), let index = shown.firstIndex(of: named(row)) else {
          return []
        }
        return kinds.enumerated().compactMap { number, kind in
          guard number == 0 ? share > 0 : share < 100,
            let figure = row.figure("\(kind)_per_s", mayBeZero: rows.options.isLinear)
          else { return nil }
          let text = "\(Quantity.rate.text(figure.value)) at \(FigureText.significant(share)) %"
          let cost = row.number("ns_per_op") ?? .nan
          return .init(
            x: share, figure: figure, text: text,
            regimes: row.regimes?.map { figure.value * cost / $0 },
            situation: .init(Double(2 * index + number), "\(named(row)): \(kind)"))
        }
      }, axis: CurveAxis.even("reads, % of operations, evenly spaced"))
    return CurvesChart(
      title: "Readers and writers: throughput over the share of reads",
      subtitle:
        "Reads may run together, a write runs alone; the two are counted apart. Higher is better.",
      unit: .rate,
      yTitle: "per second", views: [view], noun: "combination",
      nounRest: " of threads and work inside",
      panelsOfSituation: 2, mostPanels: 16, sharesLegend: true, plotEms: 27,
      finish: { sheet, rows, axes in
        for (index, panel) in sheet.panels.enumerated() {
          let kind = kinds.first { panel.title.hasSuffix($0) } ?? ""
          let row = rows.valid.first { panel.title.hasPrefix(named($0) + ":") }
          sheet.panels[index].yTitle = "\(kind) per second"
          // Panels of the same kind (reads or writes) with the same work inside have the same range
          // of figures, for comparison.
          sheet.panels[index].scale = "\(kind) \(row?.inside ?? 0)"
          sheet.panels[index].startsLine = kind == kinds[0]
        }
        if shown.count < all.count {
          sheet.notes.append(
            "not drawn, as no share of reads between 0 and 100 % was measured: "
              + all.filter { !shown.contains($0) }.joined(separator: "; "))
        }
        let none = idle(kinds, named)
        if !none.isEmpty, !rows.options.isLinear {
          sheet.notes.append(
            "not drawn, as no such operation was done in the window: "
              + none.prefix(6).joined(separator: "; ")
              + (none.count > 6 ? " and \(none.count - 6) more" : ""))
        }
        mark(&sheet, axes[0])
      }
    ).sheet(rows)
  }

  /// A text for each row and kind of operation (reads, writes), if the row's share asks for
  /// operations of this kind but none was done.
  private func idle(_ kinds: [String], _ named: (ChartRow) -> String) -> [String] {
    rows.valid.flatMap { row in
      kinds.enumerated().compactMap { number, kind in
        guard let share = share(row), number == 0 ? share > 0 : share < 100,
          row.number("\(kind)_per_s") == 0
        else {
          return nil
        }
        return "\(rows.name(row)), \(kind) at \(FigureText.significant(share)) %, \(named(row))"
      }
    }
  }

  // MARK: Crossings

  /// Marks the crossings: the stretches between two measured shares of reads in which the cheaper
  /// of two primitives becomes the dearer one.
  ///
  /// With more than four primitives, only the crossings of `mutex` or `serial-queue-sync` with a
  /// primitive that lets reads run together are marked. A panel with eight stretches gets no more.
  /// If several runs are compared, nothing is marked.
  private func mark(_ sheet: inout ChartSheet, _ axis: CurveAxis) {
    let series = unique(rows.valid.map(\.primitive))
    let together = Dictionary(
      rows.valid.map { ($0.primitive, $0.text("readers_together") != "no") },
      uniquingKeysWith: { first, _ in first })
    let plain = ["serial-queue-sync", "mutex"]
    let isTelling = { (a: String, b: String) in
      series.count <= 4
        || [(a, b), (b, a)].contains {
          plain.contains($0) && !plain.contains($1) && together[$1] == true
        }
    }
    var unmarked = 0
    for row in rows.runs.isEmpty ? rows.besides["-crossovers"] ?? [] : [] {
      let (a, b) = (row.text("primitive_a"), row.text("primitive_b"))
      let title = Self.situation(threads: row.threads, inside: row.inside)
      let panels = sheet.panels.indices.filter { sheet.panels[$0].title.hasPrefix(title + ":") }
      guard row.text("cheaper_below") != row.text("cheaper_above"), series.contains(a),
        series.contains(b), let last = panels.last
      else {
        continue
      }
      guard let low = row.number("reads_above_percent"),
        let high = row.number("reads_below_percent"),
        row.text("reason").isEmpty, isTelling(a, b),
        (sheet.panels[last].curves?.zones.count ?? 0) < 8
      else {
        unmarked += 1
        continue
      }
      let pair = row.text("cheaper_below") == b ? "\(b) | \(a)" : "\(a) | \(b)"
      let text = "\(pair): \(Self.percent(low)) to \(Self.percent(high)) %"
      for panel in panels {
        sheet.panels[panel].curves?.mark(from: axis.at(low), to: axis.at(high), text)
      }
    }
    number(&sheet)
    if unmarked > 0 {
      sheet.notes.append(
        counted(unmarked, "crossing")
          + (unmarked == 1 ? " is" : " are")
          + " only in barrier-crossovers.csv, not marked: marked crossings are sure"
          + (series.count <= 4
            ? ""
            : ", and between mutex or serial-queue-sync and primitives that let reads run together")
      )
    }
  }

  /// Numbers the zones of each panel from the left; the key to the numbers is at the panel of the
  /// writes, which ends a line of panels.
  private func number(_ sheet: inout ChartSheet) {
    for index in sheet.panels.indices {
      guard let curves = sheet.panels[index].curves, !curves.zones.isEmpty else { continue }
      let zones = curves.zones.enumerated().sorted {
        ($0.element.low, $0.element.high, $0.offset) < ($1.element.low, $1.element.high, $1.offset)
      }
      .map(\.element)
      sheet.panels[index].curves?.zones = zones.enumerated().map { number, zone in
        .init(low: zone.low, high: zone.high, texts: ["\(number + 1)"])
      }
      if !sheet.panels[index].startsLine {
        sheet.panels[index].curves?.key = zones.enumerated().flatMap { number, zone in
          zone.texts.map { "\(number + 1)  \($0)" }
        }
      }
    }
    if sheet.panels.contains(where: { $0.curves?.zones.isEmpty == false }) {
      sheet.explanation +=
        " Numbered bands lie between two measured shares of reads: the primitive named first costs less below the band, "
        + "the other one above."
    }
  }

  private static func percent(_ value: Double) -> String {
    let factor =
      value >= 99.99 && value < 100
      ? 1000.0 : value >= 99.9 && value < 100 ? 100 : value >= 10 ? 10 : 100
    return FigureText.significant((value * factor).rounded() / factor)
  }
}
