import BenchmarkDocument
import BenchmarkModel
import Glibc

extension Chart {
  /// The metrics of a chart of costs.
  static let cost = ["ns_per_op", RegimeFigure.fast.rawValue, RegimeFigure.slow.rawValue]

  static let locks: [Chart] = [
    Chart(
      "locks-cost", "the cost of each lock, sorted, by threads and work",
      .suite("locks", workloads: ["uncontended", "contended"]), metrics: cost,
      draw: CostChart(
        title: "What a lock costs",
        subtitle: "Time to acquire, add one to a counter and release. Lower is better.",
        axisTitle: "time per operation", alone: ("uncontended", "Uncontended: one thread"),
        shared: ("contended", "Contended")
      ).sheet),
    Chart(
      "locks-threads", "the cost of a lock over the threads that contend for it",
      .suite("locks", workloads: ["contended", "oversubscribed"]), metrics: cost,
      draw: lockThreads),
    Chart(
      "locks-section", "the cost of a lock over the length of the critical section",
      .suite("locks", workloads: ["uncontended", "contended"]), metrics: cost,
      draw: lockSection),
    Chart(
      "locks-waits", "how long a thread waits for a lock, by percentiles",
      .percentiles("locks", workloads: ["waits"]),
      metrics: ["wait_p50_ns", "wait_p90_ns", "wait_p99_ns", "wait_p999_ns", "wait_max_ns"],
      draw: PercentilesChart(
        title: "How long a thread waits for a lock",
        subtitle: "Single acquisitions: from asking until the section is entered. Lower is better.",
        yTitle: "wait", plural: "waits",
        prefix: "wait", noun: "situation", skein: 10,
        reasonIfAlone:
          "Nothing to draw: no case has two threads or more, and one thread waits for nobody.",
        situation: { row in
          guard row.threads > 1 else { return nil }
          let work = row.work.isEmpty ? "nothing inside" : row.work
          return .init(
            row.threads + 1e6 * row.inside + 1e3 * row.outside,
            "\(counted(Int(row.threads), "thread")), \(work)\(row.setting)")
        }
      ).sheet),
    Chart(
      "locks-fairness", "the fairness of a lock against its throughput",
      .suite("locks", workloads: ["contended", "oversubscribed"]),
      metrics: ["ops_per_s", "smallest_share"],
      draw: lockFairness),
    Chart(
      "locks-many", "the cost of a lock over the number of locks",
      .suite("locks", workloads: ["many-locks"]), metrics: cost,
      draw: CurvesChart(
        title: "What a lock costs when there are many of them",
        subtitle:
          "Each thread takes one of the locks at random: with more locks, threads meet less often, and fewer "
          + "of the locks are in the cache. Wall time of an operation, all threads together. Lower is better.",
        yTitle: "time per operation",
        views: [
          .cost(
            of: { threadsSituation($0, work: true) }, over: { $0.number("locks") },
            on: CurveAxis.doubling("locks, log scale"), text: FigureText.significant)
        ], skein: 16
      ).sheet),
    Chart(
      "locks-cost-fairness", "the cost of each lock against its fairness, one mark per lock",
      .suite("locks", workloads: ["contended"]), metrics: ["ns_per_op", "fairness"],
      draw: PointsChart(
        title: "Cost against fairness",
        subtitle:
          "One mark per lock: the wall time of an operation, all threads together, and how unevenly the threads share the "
          + "operations: the standard deviation of their numbers over the mean, at least 0.001. Down and to the left is better.",
        yTitle: "deviation of shares", unit: .count, noun: "in contended",
        y: { $0.workload == "contended" ? $0.figure("fairness")?.deviation : nil }
      ).sheet),
    Chart(
      "locks-cost-waits", "the cost of each lock against its waits, one mark per lock",
      .suite("locks", workloads: ["contended", "waits"]), metrics: ["ns_per_op", "wait_p99_ns"],
      draw: PointsChart(
        title: "Cost against waits",
        subtitle:
          "One mark per lock: the wall time of an operation, all threads together, and the wait that 99 of 100 "
          + "acquisitions do not exceed. Down and to the left is better.",
        yTitle: "99 % of waits are shorter", noun: "in both contended and waits",
        y: { $0.workload == "waits" ? $0.figure("wait_p99_ns", least: 1) : nil }
      ).sheet),
  ]

  /// The situation of a row by its number of threads and its placement, and by the work of an
  /// operation if `work` is true.
  static func threadsSituation(_ row: ChartRow, work: Bool) -> CurvesChart.Situation? {
    guard row.threads > 0 else { return nil }
    let threads = row.threads == 1 ? "One thread" : "\(FigureText.significant(row.threads)) threads"
    let rest = work && !row.work.isEmpty ? ", " + row.work : ""
    return .init(row.threads + (rest.isEmpty ? 0 : 1e6), threads + rest + row.setting)
  }

  /// The rows without repetitions: if valid rows of a primitive differ only in the workload, only
  /// the first of them stays.
  private static func firstOfEach(_ rows: [ChartRow]) -> [ChartRow] {
    var seen: Set<[String]> = []
    return rows.filter { row in
      !row.isValid
        || seen.insert([
          "\(row.runIndex)", row.primitive, row.text("threads"), row.work, row.setting,
        ]).inserted
    }
  }

  private static func lockThreads(_ rows: ChartRows) -> ChartSheet {
    // If any case has a placement, the cases without a placement (of one thread) are left out.
    let isPlaced = rows.valid.contains { !$0.setting.isEmpty }
    return CurvesChart(
      title: "What a lock costs as threads are added",
      subtitle: "Wall time of an operation, all threads together. Lower is better.",
      yTitle: "time per operation",
      views: [
        .cost(
          of: { row in
            guard row.threads > 0, !isPlaced || !row.setting.isEmpty else { return nil }
            let work = row.work.isEmpty ? "No work inside or outside" : "With \(row.work)"
            return .init(row.work.isEmpty ? 0 : 1, work + row.setting)
          }, over: \.threads, on: CurveAxis.doubling("threads, log scale"),
          text: FigureText.significant)
      ], noun: "combination", nounRest: " of work inside and outside", mostPanels: 4, skein: 12,
      situationsByFamily: 1
    ).sheet(rows.keeping(firstOfEach))
  }

  private static func lockSection(_ rows: ChartRows) -> ChartSheet {
    let count = { @Sendable (row: ChartRow) in row.workload == "uncontended" ? 1 : row.threads }
    let drawn = rows.keeping { all in
      let empty = all.filter { $0.isValid && $0.outside == 0 && count($0) >= 1 }
      let series = { @Sendable (row: ChartRow) in
        ["\(row.runIndex)", row.primitive, "\(count(row))", row.setting]
      }
      let alone = Set(
        empty.filter { $0.workload == "uncontended" }.map { series($0) + ["\($0.inside)"] })
      // A contended case of one thread repeats the uncontended case.
      let own = empty.filter { row in
        row.workload == "uncontended" || row.threads > 1
          || !alone.contains(series(row) + ["\(row.inside)"])
      }
      // A lock has no line for a number of threads at which it was measured with only one length of
      // the section.
      let lengths = Dictionary(grouping: own, by: series).mapValues { Set($0.map(\.inside)).count }
      return all.filter { !$0.isValid } + own.filter { lengths[series($0), default: 0] > 1 }
    }
    var sheet = CurvesChart(
      title: "What a lock costs as its critical section grows",
      subtitle:
        "Wall time of an operation, all threads together, nothing outside the section. Lower is better: what lies "
        + "above the section alone is the lock's cost. A primitive that excludes nobody may lie below.",
      yTitle: "time per operation",
      views: [
        .cost(
          of: { row in
            let threads =
              count(row) == 1 ? "One thread" : "\(FigureText.significant(count(row))) threads"
            return .init(count(row), threads + row.setting)
          }, over: \.inside, on: CurveAxis.broken("inside the critical section", text: asked),
          text: asked)
      ], noun: "thread count", skein: 16, situationsByFamily: 3, single: 1,
      floor: { axis in
        // The line y = x begins at the axis's break, or, without a break, at the axis's first tick.
        let left = axis.breakAt ?? axis.ticks.first?.at ?? 0
        var series = CurveSeries(name: "the section alone", style: .guide, width: 1.2)
        series.points = [left, axis.ticks.last?.at ?? 1].map { at in
          CurvePoint(
            x: at, figure: PlottedFigure(rows.options.isLinear ? at : pow(10, at)), kind: .unmarked)
        }
        return series
      },
      finish: { sheet, _, axes in
        if axes.contains(where: { $0.breakAt != nil }) {
          sheet.explanation += " Left of the break: an empty section."
        }
      }
    ).sheet(drawn)
    if !rows.valid.isEmpty, drawn.valid.isEmpty {
      sheet.reasonIfEmpty =
        "Nothing to draw: no lock was measured with two lengths of its critical section. The chart locks-cost draws locks with one length."
    }
    return sheet
  }

  private static func lockFairness(_ rows: ChartRows) -> ChartSheet {
    CurvesChart(
      title: "Fairness against throughput",
      subtitle:
        "The operations of the thread that did the fewest, over an even share: 100 % is even, 0 % starved. "
        + "Up and to the right is better.", unit: .share,
      yTitle: "smallest share of a thread",
      views: [
        .init(
          situation: { row in
            guard row.threads > 1 else { return nil }
            let work = row.work.isEmpty ? "" : ", " + row.work
            return .init(
              row.threads + (work.isEmpty ? 0 : 1e6),
              counted(Int(row.threads), "thread") + work + row.setting)
          },
          readings: { row in
            guard let share = row.figure("smallest_share", mayBeZero: true),
              let rate = row.figure("ops_per_s")
            else {
              return []
            }
            let percent = "\(Int((100 * share.value).rounded())) %"
            return [
              .init(
                x: rate.value, figure: share, text: "\(percent), \(Quantity.rate.text(rate.value))",
                xRange: (rate.low, rate.high))
            ]
          }, axis: CurveAxis.rates("operations a second"))
      ], mostPanels: 4, skein: 16, isScatter: true,
      finish: { sheet, rows, _ in
        guard rows.runs.count > 1 else { return }
        sheet.explanation +=
          " Ringed: \(rows.runs[1])\(rows.runs.count > 2 ? " and later runs." : ".")"
      }
    ).sheet(rows.keeping(firstOfEach))
  }
}

extension CurvesChart.View {
  /// The cost of an operation over a parameter, whose value is written after the figure at a
  /// curve's end.
  static func cost(
    of situation: @escaping @Sendable (ChartRow) -> CurvesChart.Situation?,
    over x: @escaping @Sendable (ChartRow) -> Double?,
    on axis: @escaping @Sendable ([Double], ChartOptions) -> CurveAxis,
    text: @escaping @Sendable (Double) -> String
  ) -> CurvesChart.View {
    CurvesChart.View(
      situation: situation,
      readings: { row in
        guard let figure = row.figure("ns_per_op"), let at = x(row) else { return [] }
        return [
          .init(
            x: at, figure: figure, text: "\(Quantity.duration.text(figure.value)) at \(text(at))",
            regimes: row.regimes)
        ]
      }, axis: axis)
  }
}

extension PlottedFigure {
  /// The relative standard deviation of shares whose fairness is this figure, at least 0.001.
  ///
  /// The fairness is Jain's index, which is 1 / (1 + the square of the deviation).
  fileprivate var deviation: PlottedFigure {
    func of(_ index: Double) -> Double { max(0.001, max(0, 1 / index - 1).squareRoot()) }
    return PlottedFigure(
      of(value), low: hasInterval ? of(high) : nil, high: hasInterval ? of(low) : nil)
  }
}
