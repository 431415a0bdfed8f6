import BenchmarkModel

extension Chart {
  /// The charts, in the order in which they are drawn.
  package static let all: [Chart] = ofSuites + wholeRuns

  /// The charts of the suites that syncbench comes with.
  static let ofSuites: [Chart] = locks + queues + barriers + loops + classes + others

  /// The charts of a suite that has none in `all`, such as the suite of a package's benchmarks.
  ///
  /// - Parameter timed: The workloads that have percentiles of a latency.
  static func ofAnySuite(_ suite: String, timed: Set<String>) -> [Chart] {
    [
      costs(
        suite, "what the operations of \(suite) cost", "What an operation costs: \(suite)",
        "Every workload of the suite \(suite)."),
      Chart(
        "\(suite)-latency", "how long single operations of \(suite) take, by percentiles",
        .percentiles(suite, workloads: timed),
        metrics: ["latency_p50_ns", "latency_p90_ns", "latency_p99_ns", "latency_max_ns"],
        draw: PercentilesChart(
          title: "How long single operations take: \(suite)",
          subtitle: "From before to after one operation. Lower is better.",
          yTitle: "latency", plural: "latencies", prefix: "latency", noun: "workload",
          situation: { row in
            let threads = row.text("threads").isEmpty ? nil : counted(Int(row.threads), "thread")
            return .init(
              row.threads, ([row.workload] + [threads].compactMap(\.self)).joined(separator: ", "))
          }
        ).sheet),
    ]
  }

  /// The costs of all workloads of a suite.
  private static func costs(_ suite: String, _ summary: String, _ title: String, _ what: String)
    -> Chart
  {
    Chart(
      "\(suite)-cost", summary, .costs(suite), metrics: ["ns_per_op"],
      draw: CostChart(
        title: title,
        subtitle: what
          + " Time of one operation; lower is better. Each panel has an axis of its own.",
        axisTitle: "time per operation"
      ).sheet)
  }

  private static let others: [Chart] = [
    costs(
      "dispatch", "what work items, groups, sources and timers cost", "What Dispatch's parts cost",
      "Groups, work items, semaphores and sources."),
    costs(
      "operations", "what operations cost, compared with closures",
      "What operations and their queues cost",
      "Batches, chains, cancelling and priorities."),
    costs(
      "tasks", "what tasks, actors and streams cost", "What Swift concurrency costs",
      "Tasks, hops between actors, continuations and streams."),
    costs(
      "threads", "what threads cost to make and to switch", "What threads cost",
      "Creating them, switching between them, and the data local to a thread."),
    costs(
      "structures", "what caches and queues cost that threads share", "What shared structures cost",
      "Caches and queues that threads share."),
    Chart(
      "structures-cache", "the cost of a cache over the share of operations that store a value",
      .suite("structures", workloads: ["cache"]), metrics: cost,
      draw: CurvesChart(
        title: "What a thread-safe cache costs",
        subtitle:
          "Each thread looks keys up, and stores a value in a share of its operations. Wall time of an operation, "
          + "all threads together. Lower is better.", yTitle: "time per operation",
        views: [
          .cost(
            of: cacheSituation, over: { $0.number("read_permille").map { (1000 - $0) / 10 } },
            on: CurveAxis.broken(
              "operations that store", text: { "\(FigureText.significant($0)) %" }),
            text: { "\(FigureText.significant($0)) %" })
        ], skein: 16
      ).sheet),
  ]

  private static func cacheSituation(_ row: ChartRow) -> CurvesChart.Situation? {
    guard row.threads > 0, let keys = row.number("keys"), keys > 0 else { return nil }
    let skew = row.number("skew_percent") ?? 0
    let threads = row.threads == 1 ? "One thread" : "\(FigureText.significant(row.threads)) threads"
    let hundredths = Int(skew)
    let zipf =
      skew > 0
      ? ", Zipf \(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)" : ""
    return .init(
      row.threads + (keys == 1000 ? 0 : 1e6) + keys + (skew > 0 ? 1e7 : 0),
      "\(threads), \(FigureText.significant(keys)) keys\(zipf)")
  }
}
