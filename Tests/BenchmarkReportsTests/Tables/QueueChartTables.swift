import BenchmarkModel

/// Tables for the charts of queues, barriers, quality-of-service classes and pools, and for the
/// suites that have only a cost.
extension ChartTables {
  /// A table of the primitives' reads and writes per second at each share of reads, in thousandths,
  /// for each number of threads.
  static func readMix(
    _ primitives: [String], _ outcome: Outcome, threads: [Int] = [2],
    shares: [Int] = [0, 500, 900, 990, 999, 1000]
  ) -> String {
    text(
      ["threads", "read_permille", "inside_ns"], ["reads_per_s", "writes_per_s"], primitives,
      outcome
    ) { index in
      let total = Double(1000 * (100 + index))
      return threads.flatMap { threads in
        shares.map { share in
          (
            "read-mix", ["threads": threads, "read_permille": share, "inside_ns": 0],
            ["reads_per_s": total * Double(share), "writes_per_s": total * Double(1000 - share)]
          )
        }
      }
    }
  }

  /// A table of crossings: `shares` has the shares of reads below and above a crossing, in %, with
  /// a blank between them.
  static func crossings(_ rows: [(threads: Int, a: String, b: String, shares: String)]) -> String {
    var text = CSV.line([
      "workload", "threads", "inside_ns", "primitive_a", "primitive_b", "crossings",
      "reads_above_percent", "reads_below_percent", "cheaper_below", "cheaper_above",
    ])
    for row in rows {
      let shares = row.shares.split(separator: " ", omittingEmptySubsequences: false).map(
        String.init)
      text += CSV.line(
        ["read-mix", "\(row.threads)", "0", row.a, row.b, "1"] + shares + [row.b, row.a])
    }
    return text
  }

  static func meetings(
    _ primitives: [String], _ outcome: Outcome, threads: [Int] = [2, 4]
  ) -> String {
    text(["threads"], ["ns_per_op"], primitives, outcome) { index in
      threads.map {
        ("rendezvous", ["threads": $0], ["ns_per_op": Double(200 * (1 + index) * $0)])
      }
    }
  }

  /// The long table of latencies, with a row for each percentile of each class at each load.
  static func latencies(
    _ primitives: [String], _ outcome: Outcome, loads: [Int] = [0, 100]
  ) -> String {
    text(["load_percent"], ["percentile", "value_ns"], primitives, outcome) { index in
      loads.flatMap { load in
        [50, 75, 90, 99, 99.9, 100].enumerated().map { step, percentile in
          let value = Double((2000 + 100 * index) * (1 + load)) * (1 + 3 * Double(step))
          return ("latency", ["load_percent": load], ["percentile": percentile, "value_ns": value])
        }
      }
    }
  }

  /// The wide table of latencies, with a row for each class at each load, and a row for each class
  /// while lower classes fill the CPUs.
  static func wideLatencies(_ primitives: [String], loads: [Int]) -> String {
    let metrics = ["latency_p50_ns", "latency_p90_ns", "latency_p99_ns", "latency_max_ns"]
    let values = Dictionary(
      uniqueKeysWithValues: metrics.enumerated().map { ($1, Double(1000 * (1 + $0))) })
    return text(["load_percent"], metrics, primitives, Outcome()) { _ in
      [("wake-up", [:], values)] + loads.map { ("latency", ["load_percent": $0], values) }
    }
  }

  static func shares(_ primitives: [String], _ outcome: Outcome) -> String {
    let metrics = ["default", "background"].flatMap {
      ["share_\($0)", "predicted_share_\($0)", "nice_\($0)"]
    }
    let values = [
      "share_default": 0.4, "predicted_share_default": 0.47, "nice_default": -2,
      "share_background": 0.1, "nice_background": 10,
    ]
    return text([], metrics, primitives, outcome) { _ in [("share", [:], values)] }
  }

  static func growth(_ primitives: [String], _ outcome: Outcome) -> String {
    let counts = ["threads_1ms", "threads_10ms", "threads_100ms", "threads_1s"]
    return text(["items"], counts + ["threads_max", "started"], primitives, outcome) { index in
      // Every second primitive ends early, so it has only the first two counts.
      let known = counts.prefix(index.isMultiple(of: 2) ? 4 : 2)
      var values = Dictionary(
        uniqueKeysWithValues: known.enumerated().map { ($1, Double((1 + index) * (1 + $0))) })
      values["threads_max"] = Double((1 + index) * 9)
      values["started"] = Double(1 + index)
      return [("explosion", ["items": 64], values)]
    }
  }

  /// A table in which the parameter `rest_ns` varies, and `width` and `items` do not.
  static func operations(_ primitives: [String], _ outcome: Outcome) -> String {
    text(["items", "rest_ns", "width"], ["ns_per_op"], primitives, outcome) { index in
      [0, 2000].map { rest in
        let cost = Double(100 * (1 + index) + rest)
        return ("create", ["rest_ns": rest, "width": 2], ["ns_per_op": cost])
      } + [("switch", ["items": 8], ["ns_per_op": Double(50 * (1 + index))])]
    }
  }

  static func cacheMix(_ primitives: [String], _ outcome: Outcome) -> String {
    let mixes = [(1, 0, 0), (2, 0, 0), (2, 10, 0), (2, 500, 0), (2, 100, 99)]
    return text(
      ["threads", "read_permille", "keys", "skew_percent"], ["ns_per_op"], primitives, outcome
    ) { index in
      mixes.map { threads, writes, skew in
        (
          "cache",
          ["threads": threads, "read_permille": 1000 - writes, "keys": 1000, "skew_percent": skew],
          ["ns_per_op": Double(20 * (1 + index) + writes)]
        )
      }
    }
  }
}
