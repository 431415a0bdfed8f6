import BenchmarkDocument
import BenchmarkModel

extension Chart {
  static let queues: [Chart] = [
    Chart(
      "sync", "serial against concurrent queues, over threads and section length",
      .suite("sync", workloads: ["shared", "shared-unpinned", "waits"]), metrics: ["ns_per_op"],
      leavesOut: ["-async-"],
      draw: queueSync),
    Chart(
      "sync-cost", "what each way to put work on a queue costs",
      .suite("sync", workloads: ["alone", "shared"]),
      metrics: cost,
      draw: CostChart(
        title: "What it costs to put work on a queue",
        subtitle: "Time of one submission. Lower is better.",
        axisTitle: "time per submission", alone: ("alone", "Alone: one thread"),
        shared: ("shared", "Shared")
      ).sheet),
  ]

  /// Draws the cost against the number of threads, in two panels for each length of the section (at
  /// most three lengths): one for threads bound to CPUs, one for free threads.
  ///
  /// If three lengths or more were measured, further panels show the cost against the length, each
  /// for one number of bound threads (at most four numbers).
  private static func queueSync(_ rows: ChartRows) -> ChartSheet {
    let isQueue = { @Sendable (row: ChartRow) in row.primitive.contains("-queue-") }
    // The workload `waits` times each operation singly. Its locks are drawn as a reference if
    // `shared` has no lock; its other rows are not drawn.
    let hasLock = rows.valid.contains { $0.workload == "shared" && !isQueue($0) }
    let isReference = { @Sendable (row: ChartRow) in
      row.workload == "waits" && !isQueue(row) && !hasLock
    }
    let isAsync = { @Sendable (row: ChartRow) in row.primitive.contains("-async-") }
    let drawn = rows.keeping { all in
      all.filter { row in
        !row.isValid
          || (row.threads > 0 && !isAsync(row) && (row.workload != "waits" || isReference(row)))
      }
    }
    let own = drawn.valid.filter { $0.threads > 0 && $0.figure("ns_per_op") != nil }
    let insides = Set(own.map(\.inside)).sorted()
    let lengths = spread(insides, most: 3)
    let counts =
      insides.count < 3 ? [] : Set(own.filter { $0.workload == "shared" }.map(\.threads)).sorted()
    let shownCounts = spread(counts, most: 4)
    let isFree = { @Sendable (row: ChartRow) in row.workload == "shared-unpinned" }
    let panels = unique(
      own.filter { $0.workload != "waits" }.map { [$0.inside, isFree($0) ? 1 : 0] })
    let overThreads = CurvesChart.View.cost(
      of: { row in
        guard lengths.contains(row.inside), panels.contains([row.inside, isFree(row) ? 1 : 0])
        else { return nil }
        let work = row.inside > 0 ? "\(asked(row.inside)) inside" : "Nothing inside"
        return .init(
          2 * row.inside + (isFree(row) ? 1 : 0),
          work + (isFree(row) ? ", threads free" : ", threads bound"))
      }, over: \.threads, on: CurveAxis.doubling("threads, log scale"), text: FigureText.significant
    )
    let overLengths = CurvesChart.View.cost(
      of: { row in
        guard shownCounts.contains(row.threads), !isFree(row) else { return nil }
        return .init(
          row.threads, "\(counted(Int(row.threads), "thread")), bound, over the section's length")
      }, over: \.inside, on: CurveAxis.broken("work inside", text: asked), text: asked)
    let references = unique(own.filter(isReference).map(\.primitive))
    let left = [
      (insides.count - lengths.count, "section length"),
      (counts.count - shownCounts.count, "thread count"),
    ].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    var sheet = CurvesChart(
      title: "Serial against concurrent queues: what a sync costs",
      subtitle: "Wall time of a submission, all threads together. Lower is better.",
      yTitle: "time per submission",
      views: [overThreads] + (counts.isEmpty ? [] : [overLengths]), mostPanels: 10,
      sharesLegend: true
    ).sheet(drawn)
    finish(&sheet, references: references, left: left)
    if rows.valid.contains(where: { isAsync($0) && $0.workload != "waits" }) {
      sheet.notes.append("the asynchronous forms are in the chart sync-cost")
    }
    return sheet
  }

  /// Dashes the curves of the locks whose operations were timed singly, and adds notes: on that
  /// timing, and on the lengths and thread counts that have no panel of their own.
  private static func finish(_ sheet: inout ChartSheet, references: [String], left: [String]) {
    for panel in sheet.panels.indices {
      for series in sheet.panels[panel].curves?.series.indices ?? 0..<0
      where references.contains(sheet.panels[panel].curves?.series[series].name ?? "") {
        sheet.panels[panel].curves?.series[series].style.dash = 3
      }
    }
    if !references.isEmpty {
      sheet.notes.append(
        references.joined(separator: ", ")
          + ": from waits, where each operation is timed singly, and the timing adds to the cost")
    }
    if !left.isEmpty {
      sheet.notes.append("no panel of their own, for lack of room: \(left.joined(separator: ", "))")
    }
  }

  /// At most `most` of the values: the first, the last, and between them values at about equal
  /// steps of the index.
  private static func spread(_ values: [Double], most: Int) -> [Double] {
    guard values.count > most else { return values }
    return (0..<most).map { values[Int(Double($0 * (values.count - 1)) / Double(most - 1) + 0.5)] }
  }
}
