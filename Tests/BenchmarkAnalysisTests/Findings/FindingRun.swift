import BenchmarkAnalysis
import BenchmarkModel

extension HandMadeRun {
  /// Adds a case of seven launches that all cost so many ns an operation.
  mutating func steady(_ name: String, _ cost: Double) {
    add(name, Array(repeating: costs(cost), count: 7))
  }

  /// Adds a case of four launches with the one record and three with the other: its median is the one,
  /// and its interval reaches to the other.
  mutating func divided(_ name: String, _ one: InvocationRecord, _ other: InvocationRecord) {
    add(name, Array(repeating: one, count: 4) + Array(repeating: other, count: 3))
  }

  /// Says what primitives are.
  mutating func describe(_ yardsticks: KeyValuePairs<String, Yardstick?>) {
    primitives = yardsticks.map { PrimitiveDescription(name: $0, summary: "", yardstick: $1) }
  }

  var findings: RunFindings { RunFindings(summary) }
}

extension InvocationRecord {
  /// The same with threads that did so many operations each, on CPUs of their own.
  func sharing(_ operations: UInt64...) -> InvocationRecord {
    with { record in
      record.threads = operations.enumerated().map { index, count in
        ThreadRow(thread: index, cpu: index, operations: count)
      }
    }
  }

  /// The same with values that a trial saw.
  func seeing(_ values: KeyValuePairs<String, Double>) -> InvocationRecord {
    with { record in
      record.observations = values.map { ObservationRow(trial: 0, name: $0, value: $1) }
    }
  }

  /// The same with waits, of which 95 in a hundred were short.
  func waiting(_ short: UInt64, _ long: UInt64) -> InvocationRecord {
    with { record in
      record.latencies = [
        LatencyRow(valueNanoseconds: short, count: 95),
        LatencyRow(valueNanoseconds: long, count: 5),
      ]
    }
  }

  /// The same with a check that failed.
  var broken: InvocationRecord {
    with {
      $0.trials[0].isVerified = false
      $0.trials[0].reason = "lost 3"
    }
  }
}
