import BenchmarkModel

extension ChartTables {
  /// A table of the locks' costs, uncontended and contended, for the given lengths of the section
  /// and no work outside.
  static func section(
    _ primitives: [String], _ outcome: Outcome, inside: [Int] = [0, 200, 1000]
  ) -> String {
    text(["inside_ns", "threads", "outside_ns"], ["ns_per_op"], primitives, outcome) { index in
      inside.flatMap { inside in
        let cost = Double(8 + index + inside)
        return [("uncontended", ["inside_ns": inside], ["ns_per_op": cost])]
          + [1, 2].map { threads in
            (
              "contended", ["inside_ns": inside, "threads": threads, "outside_ns": 0],
              ["ns_per_op": cost * Double(threads)]
            )
          }
      }
    }
  }

  /// A table of the locks' costs in sets of 2, 64 and 1024 locks, for the given thread counts.
  static func manyLocks(
    _ primitives: [String], _ outcome: Outcome, threads: [Int] = [2, 4]
  ) -> String {
    text(["threads", "locks"], ["ns_per_op"], primitives, outcome) { index in
      threads.flatMap { threads in
        [2, 64, 1024].map { locks in
          let cost = Double(20 + index) + Double(400 * threads) / Double(locks)
          return ("many-locks", ["threads": threads, "locks": locks], ["ns_per_op": cost])
        }
      }
    }
  }

  /// A table of the percentiles of each lock's waits, with a row for each percentile.
  static func waitPercentiles(
    _ primitives: [String], samples: Int, percentiles: [Double] = [50, 90, 99, 99.9, 99.99, 100]
  ) -> String {
    var text = CSV.line([
      "case", "workload", "primitive", "inside_ns", "threads", "outside_ns", "status", "reason",
      "percentile", "value_ns", "value_ns_low", "value_ns_high", "samples",
    ])
    for (index, name) in primitives.enumerated() {
      for (step, percentile) in percentiles.enumerated() {
        let value = 100 * (1 + index) * (1 + step * step)
        text += CSV.line([
          "c", "waits", name, "0", "2", "0", "valid", "", "\(percentile)", "\(value)",
          "\(value - 10)", "\(value + 10)", "\(samples)",
        ])
      }
    }
    return text
  }
}
