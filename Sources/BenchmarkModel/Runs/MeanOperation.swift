extension CountedRecord {
  /// The rows, with the counts of some trials scaled to the mean operation of all trials.
  ///
  /// Events that take turns are counted in trials of their own, and an operation may take longer in
  /// one turn's trials than in another turn's. The counts of two turns then belong to different
  /// operations, so their ratio describes no operation. A scaled count per operation is the event's
  /// count per CPU time, times the CPU time of the mean operation.
  package var rowsOfMeanOperation: [CounterRow] {
    let times = Dictionary(
      rows.filter { $0.event == CounterRow.processorTimeEvent }.map { ($0.thread, $0) },
      uniquingKeysWith: { first, _ in first })
    return rows.map { row in times[row.thread].map(row.scaled(to:)) ?? row }
  }
}

extension CounterRow {
  /// The largest relative difference of CPU times per operation at which a count is not scaled.
  ///
  /// The time in all trials is compared with the time in the trials that counted the event.
  private static let equality = 0.02

  /// The row, scaled to the mean operation of all trials, whose CPU time is in the row `time`.
  ///
  /// The error bound is the correction itself, because the number of events may depend on the
  /// operations and not on their CPU time.
  fileprivate func scaled(to time: CounterRow) -> CounterRow {
    guard status == .counted, operations < time.operations, let value, let own = enabledNanoseconds,
      own > 0, let mean = time.perOperation, mean > 0
    else { return self }
    let factor = mean * Double(operations) / Double(own)
    guard abs(factor - 1) > Self.equality else { return self }
    var row = self
    row.status = .scaled
    row.value = value * factor
    row.uncertainty = abs(1 - 1 / factor)
    row.reason = "counted in some trials and scaled to the CPU time of an operation in all trials"
    return row
  }
}
