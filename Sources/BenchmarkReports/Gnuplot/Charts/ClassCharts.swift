import BenchmarkDocument
import BenchmarkModel

extension Chart {
  static let classes: [Chart] = [
    Chart(
      "qos-shares", "the share of the CPUs that each class gets, and the kernel's prediction",
      .suite("qos", workloads: ["share"]), draw: classShares),
    Chart(
      "qos-latency", "how long an item of each class waits for its start, by percentiles",
      .percentiles("qos", workloads: ["latency", "wake-up"]),
      metrics: ["latency_p50_ns", "latency_p90_ns", "latency_p99_ns", "latency_max_ns"],
      draw: PercentilesChart(
        title: "How long an item of each class waits for its start",
        subtitle: "From an item's submission to its first instruction. Lower is better.",
        yTitle: "latency", plural: "latencies",
        prefix: "latency", noun: "load", sharesLegend: true,
        situation: { row in
          if row.workload == "wake-up" { return .init(1e3, "While lower classes fill the CPUs") }
          let load = row.number("load_percent") ?? 0
          return .init(
            load,
            load > 0
              ? "With \(FigureText.significant(load)) % of the CPUs busy" : "Without load of ours")
        }
      ).sheet),
    Chart(
      "pool-growth", "how a thread pool grows while its threads are blocked",
      .suite("pool", workloads: ["explosion", "growth"]), draw: poolGrowth),
  ]

  // MARK: Shares

  private static func classShares(_ rows: ChartRows) -> ChartSheet {
    var sheet = rows.sheet(
      "What share of the CPUs each class gets",
      "While all classes compete for every CPU. Upright stroke: what the kernel's weights predict. Nearer to the stroke is better."
    )
    // A class is drawn if the table has a column with its share.
    let classes = rows.columns.filter {
      $0.hasPrefix("share_") && !$0.hasSuffix("_low") && !$0.hasSuffix("_high")
    }.map { String($0.dropFirst("share_".count)) }
    var styles = rows.styles
    for name in classes { styles.note(kebab(name), family: "") }
    let mixtures = Set(rows.all.map(\.primitive)).count
    let drawn = classes.flatMap { name in
      rows.valid.compactMap { row -> PlottedRow? in
        guard let share = row.figure("share_\(name)", mayBeZero: true) else { return nil }
        let behind =
          mixtures > 1
          ? ", \(rows.name(row))" : rows.runs.isEmpty ? "" : ChartRows.runMark + row.text("run")
        let predicted = row.number("predicted_share_\(name)")
        let measured = percent(share.value)
        let error = predicted.flatMap { $0 > 0 ? deviation(share.value, $0) : nil }
        return PlottedRow(
          name: kebab(name).shortened(40) + nice(row.number("nice_\(name)")), tail: behind,
          figure: share,
          text: measured + (error.map { ", predicted \(percent(predicted ?? 0)): \($0)" } ?? ""),
          shortText: measured + (error.map { ": \($0)" } ?? ""), style: styles.style(kebab(name)),
          reference: predicted)
      }
    }
    sheet.columns = 1
    sheet.plotEms = 52
    sheet.axisEms = 0
    sheet.panels =
      drawn.isEmpty
      ? [] : [ChartPanel(title: "", unit: .share, xTitle: "share of their CPU time", rows: drawn)]
    return sheet
  }

  private static func kebab(_ name: String) -> String { name.replacing("_", with: "-") }

  private static func nice(_ nice: Double?) -> String {
    nice.map { " (nice \($0 < 0 ? "−" : "")\(Int($0.magnitude.rounded())))" } ?? ""
  }

  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private static func deviation(_ share: Double, _ predicted: Double) -> String {
    "\(share < predicted ? "−" : "+")\(Int((100 * (share / predicted - 1).magnitude).rounded())) %"
  }

  // MARK: Pools

  private static let moments = [
    ("1ms", 1e6), ("10ms", 1e7), ("100ms", 1e8), ("1s", 1e9), ("2s", 2e9), ("4s", 4e9),
  ]

  /// Threads over time, with a panel for each of the four smallest numbers of items; below these
  /// panels, dot plots of the items that started before the blocked items were released.
  private static func poolGrowth(_ rows: ChartRows) -> ChartSheet {
    let isLinear = rows.options.isLinear
    let readings = { @Sendable (row: ChartRow) in
      moments.compactMap { name, time -> CurvesChart.Reading? in
        guard let threads = row.figure("threads_\(name)", mayBeZero: isLinear) else { return nil }
        let most = row.number("threads_max").flatMap { $0 > threads.value ? $0 : nil }
        return .init(
          x: time, figure: threads,
          text: "\(FigureText.significant(threads.value)) at \(asked(time))"
            + (most.map { ", most \(FigureText.significant($0))" } ?? ""))
      }
    }
    let items = { @Sendable (row: ChartRow) in row.number("items") ?? 0 }
    let numbers = Set(rows.valid.map(items)).filter { $0 > 0 }.sorted().prefix(4)
    let lasts = { @Sendable (row: ChartRow) in readings(row).last?.x ?? 0 }
    // If two workloads give a primitive rows with the same number of items, the row that covers the
    // longer time is drawn.
    let isLonger = { @Sendable (row: ChartRow, own: ChartRow) in
      rows.name(row) == rows.name(own) && items(row) == items(own) && row.workload != own.workload
        && (lasts(row), own.workload) > (lasts(own), row.workload)
    }
    let lines = rows.keeping {
      $0.filter { own in !own.isValid || !rows.valid.contains { isLonger($0, own) } }
    }
    var sheet = CurvesChart(
      title: "How a thread pool grows while items block its threads",
      subtitle:
        "Threads beyond those before the first submission. More is more progress, and more memory.",
      unit: .count,
      yTitle: "threads",
      views: [
        .init(
          situation: { row in
            numbers.contains(items(row))
              ? .init(items(row), "\(FigureText.significant(items(row))) items at once") : nil
          },
          readings: readings, axis: CurveAxis.broken("time since the first submission", text: asked)
        )
      ], sharesLegend: true, plotEms: 25,
      finish: { sheet, _, _ in
        for panel in sheet.panels.indices {
          for series in sheet.panels[panel].curves?.series.indices ?? 0..<0 {
            sheet.panels[panel].curves?.series[series].becomeSteps()
          }
        }
      }
    ).sheet(lines)
    sheet.panels += started(rows, Array(numbers), items)
    if lines.valid.count < rows.valid.count {
      sheet.notes.append(
        "a primitive measured in explosion and growth has the line of growth, which takes longer")
    }
    return sheet
  }

  private static func started(
    _ rows: ChartRows, _ numbers: [Double], _ items: (ChartRow) -> Double
  ) -> [ChartPanel] {
    numbers.enumerated().compactMap { index, number in
      let own = rows.valid.filter { items($0) == number && $0.number("started") != nil }
      let isSorted = !rows.options.keepsOrder
      let order = own.enumerated().sorted { left, right in
        let counts = (left.element.number("started") ?? 0, right.element.number("started") ?? 0)
        return isSorted && counts.0 != counts.1 ? counts.0 > counts.1 : left.offset < right.offset
      }.map(\.element)
      guard !order.isEmpty else { return nil }
      let all = FigureText.significant(number)
      return ChartPanel(
        title: "Started before the release, of \(all)", unit: .count,
        xTitle: "items started", scale: "started", startsLine: index == 0,
        rows: order.compactMap { row in
          // A log scale has no 0, so 0 is drawn at 0.5.
          row.figure("started", least: rows.options.isLinear ? 0 : 0.5, mayBeZero: true).map {
            figure in
            PlottedRow(
              name: row.primitive,
              tail: (row.workload == "growth" ? ", growth" : "")
                + (rows.runs.isEmpty ? "" : ChartRows.runMark + row.text("run")),
              figure: figure, text: "\(FigureText.significant(row.number("started"))) of \(all)",
              style: rows.styles.style(row.primitive))
          }
        })
    }
  }
}

extension CurveSeries {
  /// Turns the line into steps, because a count holds until the next count.
  fileprivate mutating func becomeSteps() {
    points = points.indices.flatMap { index in
      index == 0
        ? [points[0]]
        : [
          CurvePoint(
            x: points[index].x, figure: PlottedFigure(points[index - 1].figure.value),
            kind: .unmarked), points[index],
        ]
    }
  }
}
