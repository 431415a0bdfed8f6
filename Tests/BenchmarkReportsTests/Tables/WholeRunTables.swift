import BenchmarkModel
import BenchmarkReports

/// Small hand-made tables for the charts that belong to no single suite.
extension ChartTables {
  /// A table of a run's drift: trials, one trial beyond the axis, a failed launch, and three trials
  /// that are left out.
  static func drift(trials: Int = 40, kind: String = "trial") -> String {
    let columns = [
      "kind", "time_s", "ratio", "ratio_low", "ratio_high", "count", "steal_percent", "case",
      "workload", "primitive", "status", "reason",
    ]
    func row(_ fields: [String], _ reason: String = "") -> String {
      let blanks = [String](repeating: "", count: columns.count - 1 - fields.count)
      return CSV.line(fields + blanks + [reason])
    }
    var text = CSV.line(columns) + row(["axis", "\(trials)", "", "0.8", "1.25", "\(trials)"])
    for index in 0..<4 {
      let middle = Double(trials) * (Double(index) + 0.5) / 4
      text += row(["stretch", "\(middle)", "1.01", "0.97", "1.05", "10", "\(4 * index)"])
    }
    for index in 0..<trials {
      text += row([kind, "\(index)", "\(1 + 0.01 * Double(index % 5))", "", "", "1"])
    }
    text += row(["above", "5", "90", "", "", "1"])
    text += row(["failure", "7"], "killed by SIGSEGV")
    return text + row(["left-out", "", "", "", "", "3"], "no operation done, or a failed check")
  }

  /// A table of two runs' ratios, one case for each primitive; of each three cases, one is worse
  /// and one is better.
  static func ratios(_ primitives: [String], _ outcome: Outcome = Outcome()) -> String {
    var text = CSV.line([
      "case", "workload", "primitive", "status", "reason", "situation", "worse", "worse_low",
      "worse_high", "run_a", "run_b",
    ])
    for (index, name) in primitives.enumerated() {
      let ratio = [1.2, 0.8, 1.01][index % 3] + 0.0001 * Double(index)
      let figures = outcome.hasIntervals ? ["\(ratio * 0.95)", "\(ratio * 1.05)"] : ["", ""]
      text += CSV.line(
        ["c", "contended", name, outcome.status, outcome.reason, "contended threads=2", "\(ratio)"]
          + figures + ["before", "after"])
    }
    return text
  }

  /// A table of the pairs of one gated case, whose candidate is slower by 10 %.
  static func gatePairs(_ name: String = "locks/contended/mutex", pairs: Int = 20) -> String {
    var text = CSV.line([
      "case", "role", "metric", "polarity", "effect", "tolerance", "pair", "order", "status",
      "value_a", "value_b", "reason", "looks", "verdict", "decided_pairs", "ratio", "ratio_low",
      "ratio_high",
    ])
    text += CSV.line(
      [name, "gated", "ns_per_op", "lower-is-better", "0.05", "0.1", "", "", "", "", "", ""]
        + ["16 28", "FAIL", "16", "1.1", "1.05", "1.15"])
    for pair in 0..<pairs {
      text += CSV.line(
        [name, "gated", "", "", "", "", "\(pair)", pair % 2 == 0 ? "AB" : "BA"]
          + [pair == 3 ? "repeated" : "measured", "20", "\(21 + pair % 3)", ""]
          + [String](repeating: "", count: 6))
    }
    return text
  }

  /// A table of each primitive's cost of a hand-over, for each pair of four CPUs in two nodes.
  static func pairsOfCPUs(_ primitives: [String], _ outcome: Outcome = Outcome()) -> String {
    var text = CSV.line(CoresTable.columns)
    for (index, name) in primitives.enumerated() {
      for (first, second) in [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)] {
        let isNear = (first + 1) / 2 == (second + 1) / 2
        let ends = [first, second].flatMap { cpu in
          ["\(cpu - 1)", "\(cpu)", "\((cpu - 1) / 2)", "\((cpu - 1) / 2 * 2)", "\(cpu - 1)"]
        }
        text += CSV.line(
          [
            "c", "hand-over", name, outcome.status, outcome.reason,
            "\((isNear ? 30 : 120) + index)",
          ]
            + ends + [isNear ? "cluster" : "machine"])
      }
    }
    return text
  }

  /// A table of counts per operation, one case for each primitive; one event of the first case was
  /// not counted.
  static func counts(_ primitives: [String], _ outcome: Outcome = Outcome()) -> String {
    var text = CSV.line([
      "case", "workload", "primitive", "status", "reason", "situation", "event", "unit", "per_op",
      "count_reason",
    ])
    for (index, name) in primitives.enumerated() {
      for (event, unit) in [("futex-waits", ""), ("run-queue", "ns"), ("page-faults", "")] {
        let isMissing = index == 0 && event == "run-queue"
        let value = event == "page-faults" ? 0.00001 : Double(index) * 0.7
        text += CSV.line(
          ["c", "contended", name, outcome.status, outcome.reason, "locks/contended", event, unit]
            + [isMissing ? "" : "\(value)", isMissing ? "never scheduled" : ""])
      }
    }
    return text
  }
}
