import BenchmarkModel

/// Small hand-made tables of suites, with the columns that the charts read, in the order of a run's
/// table.
enum ChartTables {
  /// The status and reason of all rows of a table, and whether their metrics have intervals.
  struct Outcome {
    var status = "valid"
    var reason = ""
    var hasIntervals = true
  }

  /// A table for a chart, in which each given primitive has at least one row.
  static func table(
    _ chart: String, _ primitives: [String], _ outcome: Outcome = Outcome()
  ) -> String {
    switch chart {
    case "locks-cost": cost("locks", primitives, outcome)
    case "sync-cost", "sync": cost("sync", primitives, outcome)
    case "locks-threads", "locks-fairness", "locks-cost-fairness": contention(primitives, outcome)
    case "locks-section": section(primitives, outcome)
    case "locks-waits": waits(primitives, outcome)
    case "locks-cost-waits": costsAndWaits(primitives, outcome)
    case "locks-many": manyLocks(primitives, outcome)
    case "barrier": readMix(primitives, outcome)
    case "rendezvous": meetings(primitives, outcome)
    case "qos-latency": latencies(primitives, outcome)
    case "qos-shares": shares(primitives, outcome)
    case "pool-growth": growth(primitives, outcome)
    case "concurrent-perform-speed-up", "concurrent-perform-efficiency":
      speedup(primitives, outcome)
    case "structures-cache": cacheMix(primitives, outcome)
    case "ratios": ratios(primitives, outcome)
    case "cores": pairsOfCPUs(primitives, outcome)
    case "counters": counts(primitives, outcome)
    default: operations(primitives, outcome)
    }
  }

  /// A table to which rows are added as named values; a field without a value is empty.
  struct Rows {
    private static let families = [
      "no-lock": "floor", "atomic-add": "floor", "ticket": "spinlock", "mcs": "spinlock",
      "clh": "spinlock", "mutex": "futex", "futex-mutex": "futex", "pthread-mutex": "pthread",
      "ns-lock": "pthread", "nio-lock": "pthread", "sem": "composite", "actor": "composite",
      "serial-queue-sync": "serial-queue",
    ]

    let columns: [String]
    var text: String

    init(_ parameters: [String], _ metrics: [String]) {
      columns =
        ["case", "workload", "primitive", "family"] + parameters + ["status", "reason"]
        + metrics.flatMap { [$0, $0 + "_low", $0 + "_high"] }
      text = CSV.line(columns)
    }

    mutating func add(
      _ workload: String, _ primitive: String, _ outcome: Outcome, _ parameters: [String: Int],
      _ metrics: [String: Double]
    ) {
      let values = columns.compactMap { column in
        parameters[column].map { "\(column.replacing("_", with: "-"))=\($0)" }
      }
      let path = (["suite", workload, primitive] + values).joined(separator: "/")
      var fields = ["case": path, "workload": workload, "primitive": primitive]
      fields["family"] = Self.families[primitive]
      fields["status"] = outcome.status
      fields["reason"] = outcome.reason
      for (name, value) in parameters { fields[name] = String(value) }
      for (name, value) in metrics {
        fields[name] = String(value)
        guard outcome.hasIntervals else { continue }
        fields[name + "_low"] = String(value * 0.9)
        fields[name + "_high"] = String(value * 1.2)
      }
      text += CSV.line(columns.map { fields[$0] ?? "" })
    }
  }

  /// A row of a primitive: its workload, parameters and metrics.
  typealias Row = (workload: String, parameters: [String: Int], metrics: [String: Double])

  /// A table with rows for each primitive, computed from the primitive's index.
  static func text(
    _ parameters: [String], _ metrics: [String], _ primitives: [String], _ outcome: Outcome,
    _ rows: (_ index: Int) -> [Row]
  ) -> String {
    var table = Rows(parameters, metrics)
    for (index, name) in primitives.enumerated() {
      for row in rows(index) { table.add(row.workload, name, outcome, row.parameters, row.metrics) }
    }
    return table.text
  }

  static func cost(
    _ suite: String, _ primitives: [String], _ outcome: Outcome, threads: [Int] = [2],
    inside: [Int] = [0], outside: [Int] = [0]
  ) -> String {
    let (alone, shared) = suite == "locks" ? ("uncontended", "contended") : ("alone", "shared")
    return text(["inside_ns", "threads", "outside_ns"], ["ns_per_op"], primitives, outcome) {
      index in
      let cost = ["ns_per_op": Double(8 + index)]
      return inside.flatMap { inside in
        [(alone, ["inside_ns": inside], cost)]
          + threads.flatMap { threads in
            outside.map {
              (shared, ["inside_ns": inside, "threads": threads, "outside_ns": $0], cost)
            }
          }
      }
    }
  }

  static func contention(
    _ primitives: [String], _ outcome: Outcome, inside: [Int] = [0]
  ) -> String {
    let situations = [
      ("contended", 1), ("contended", 2), ("oversubscribed", 2), ("oversubscribed", 8),
    ]
    return text(
      ["threads", "inside_ns", "outside_ns"],
      ["ns_per_op", "ops_per_s", "fairness", "smallest_share"], primitives, outcome
    ) { index in
      situations.flatMap { workload, threads in
        inside.map { inside in
          let cost = Double((8 + index) * threads + inside)
          let shares = ["fairness": 0.9, "smallest_share": 1 / Double(1 + index)]
          let values = ["ns_per_op": cost, "ops_per_s": 1e9 / cost]
          return (
            workload, ["threads": threads, "inside_ns": inside, "outside_ns": 0],
            values.merging(threads > 1 ? shares : [:]) { $1 }
          )
        }
      }
    }
  }

  private static func costsAndWaits(_ primitives: [String], _ outcome: Outcome) -> String {
    text(
      ["threads", "inside_ns", "outside_ns"], ["ns_per_op", "wait_p99_ns"], primitives, outcome
    ) { index in
      let cost = Double(20 + 7 * index)
      let parameters = ["threads": 2, "inside_ns": 0, "outside_ns": 0]
      return [
        ("contended", parameters, ["ns_per_op": cost]),
        ("waits", parameters, ["ns_per_op": 2 * cost, "wait_p99_ns": 900 / Double(1 + index)]),
      ]
    }
  }

  private static func waits(_ primitives: [String], _ outcome: Outcome) -> String {
    let percentiles = ["p50", "p90", "p99", "p999", "max"].map { "wait_\($0)_ns" }
    return text(["threads", "inside_ns", "outside_ns"], percentiles, primitives, outcome) { index in
      [2, 4].map { threads in
        let base = Double(20 * threads * (1 + index))
        let values = percentiles.enumerated().map { ($1, base * Double(1 + 30 * $0)) }
        return (
          "waits", ["threads": threads, "inside_ns": 0, "outside_ns": 0],
          Dictionary(uniqueKeysWithValues: values)
        )
      }
    }
  }

  private static func speedup(_ primitives: [String], _ outcome: Outcome) -> String {
    text(["width", "grain_ns", "iterations"], ["speedup"], primitives, outcome) { index in
      [1, 2, 4].flatMap { width in
        [10, 1000, 100_000].map { grain in
          (
            "compute", ["width": width, "grain_ns": grain, "iterations": 16],
            ["speedup": Double(width) * (0.5 + 0.01 * Double(index))]
          )
        }
      }
    }
  }
}
