import BenchmarkModel

extension CountingPlan {
  /// The columns that the plan adds to every suite's table: one for each perf event, available or
  /// not, and those of the passes.
  var columns: [MetricColumn] {
    let events = events.map { ($0.column, $0.name) }
    let frequency =
      passes.contains(.counters)
      ? [MetricColumn("frequency_khz", .neutral, .countedValue(event: CounterRow.frequencyEvent))]
      : []
    let others: [(String, String)] = passes.flatMap { pass -> [(String, String)] in
      switch pass {
      case .breakpoints: []
      case .counters:
        [
          ("run_queue_ns_per_op", UsageSource.runQueue),
          ("energy_uj_per_op", CounterRow.energyEvent),
        ]
      case .allocations:
        [("allocations_per_op", "allocations"), ("allocated_bytes_per_op", "allocated-bytes")]
      case .instructions:
        [("callgrind_instructions_per_op", CountedRecord.callgrindInstructions)]
      }
    }
    return (events + others).map { MetricColumn($0.0, .neutral, .counted(event: $0.1)) }
      + frequency
  }
}
