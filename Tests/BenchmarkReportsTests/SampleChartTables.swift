import BenchmarkModel

/// Small suite tables, made by hand: the columns that the charts read, in the order of a run's.
enum ChartTables {
  /// The outcome of the rows of a table.
  struct Outcome {
    var status = "valid"
    var reason = ""
    var hasIntervals = true
  }

  /// A table of a chart's suite in which each of these primitives has a row or more.
  static func table(
    _ chart: String, _ primitives: [String], _ outcome: Outcome = Outcome()
  ) -> String {
    switch chart {
    case "locks-cost": cost("locks", primitives, outcome)
    case "sync-cost", "sync": cost("sync", primitives, outcome)
    case "locks-threads", "locks-fairness": contention(primitives, outcome)
    case "locks-section": section(primitives, outcome)
    case "locks-waits": waits(primitives, outcome)
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

  /// A row by its fields' names; what is not named is empty.
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
      var fields = ["case": "c", "workload": workload, "primitive": primitive]
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

  static func cost(
    _ suite: String, _ primitives: [String], _ outcome: Outcome, threads: [Int] = [2],
    inside: [Int] = [0], outside: [Int] = [0]
  ) -> String {
    let isLocks = suite == "locks"
    var rows = Rows(["inside_ns", "threads", "outside_ns"], ["ns_per_op"])
    for (place, name) in primitives.enumerated() {
      let cost = ["ns_per_op": Double(8 + place)]
      for inside in inside {
        rows.add(isLocks ? "uncontended" : "alone", name, outcome, ["inside_ns": inside], cost)
        for threads in threads {
          for outside in outside {
            rows.add(
              isLocks ? "contended" : "shared", name, outcome,
              ["inside_ns": inside, "threads": threads, "outside_ns": outside], cost)
          }
        }
      }
    }
    return rows.text
  }

  static func contention(
    _ primitives: [String], _ outcome: Outcome, inside: [Int] = [0]
  ) -> String {
    var rows = Rows(
      ["threads", "inside_ns", "outside_ns"],
      ["ns_per_op", "ops_per_s", "fairness", "smallest_share"])
    for (place, name) in primitives.enumerated() {
      for (workload, threads) in [
        ("contended", 1), ("contended", 2), ("oversubscribed", 2), ("oversubscribed", 8),
      ] {
        for inside in inside {
          let cost = Double((8 + place) * threads + inside)
          var values = ["ns_per_op": cost, "ops_per_s": 1e9 / cost]
          if threads > 1 {
            values["fairness"] = 0.9
            values["smallest_share"] = 1 / Double(1 + place)
          }
          rows.add(
            workload, name, outcome, ["threads": threads, "inside_ns": inside, "outside_ns": 0],
            values)
        }
      }
    }
    return rows.text
  }

  private static func waits(_ primitives: [String], _ outcome: Outcome) -> String {
    let percentiles = ["p50", "p90", "p99", "p999", "max"].map { "wait_\($0)_ns" }
    var rows = Rows(["threads", "inside_ns", "outside_ns"], percentiles)
    for (place, name) in primitives.enumerated() {
      for threads in [2, 4] {
        let base = Double(20 * threads * (1 + place))
        let values = percentiles.enumerated().map { ($1, base * Double(1 + 30 * $0)) }
        rows.add(
          "waits", name, outcome, ["threads": threads, "inside_ns": 0, "outside_ns": 0],
          Dictionary(uniqueKeysWithValues: values))
      }
    }
    return rows.text
  }

  private static func speedup(_ primitives: [String], _ outcome: Outcome) -> String {
    var rows = Rows(["width", "grain_ns", "iterations"], ["speedup"])
    for (place, name) in primitives.enumerated() {
      for width in [1, 2, 4] {
        for grain in [10, 1000, 100_000] {
          rows.add(
            "compute", name, outcome, ["width": width, "grain_ns": grain, "iterations": 16],
            ["speedup": Double(width) * (0.5 + 0.01 * Double(place))])
        }
      }
    }
    return rows.text
  }
}
