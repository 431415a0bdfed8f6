extension TrialRow {
  /// The most operations that a CPU can do in a nanosecond: ten in each cycle of 6 GHz.
  static let mostOperationsPerNanosecond = 60.0

  /// The farthest that a trial may begin from the start of its run, in ns: 126 years, so that the difference of
  /// two starts fits into 64 bits.
  ///
  /// A gate has no start of its own, so its trials count from 1970.
  static let farthestStartNanoseconds: Int64 = 4_000_000_000_000_000_000

  /// The reason why no machine can have measured this row; nil for a possible row.
  ///
  /// The bounds are far from any machine, so that they refuse what is damaged or forged and nothing that is fast.
  /// A trial may have done no operation: on a busy machine its threads may get no CPU before its window ends.
  ///
  /// - Parameter cpus: The number of CPUs that the trial could use at once.
  public func defect(cpus: Int) -> String? {
    if trial < 0 { return "trial \(trial) has a negative number" }
    if startNanoseconds.magnitude > Self.farthestStartNanoseconds.magnitude {
      return "trial \(trial) begins \(startNanoseconds) ns from the start of its run"
    }
    if isVerified, elapsedNanoseconds == 0 { return "trial \(trial) took no time" }
    let most =
      Double(elapsedNanoseconds) * Self.mostOperationsPerNanosecond * Double(max(1, cpus))
    if Double(operations) > most {
      return "trial \(trial) did \(operations) operations in \(elapsedNanoseconds) ns, less than a "
        + "tenth of a cycle each on \(max(1, cpus)) CPUs"
    }
    for (name, value) in [("slowness", witness?.slowness), ("crowding", witness?.crowding)] {
      guard let value, !(value > 0 && value.isFinite) else { continue }
      return "trial \(trial) has a \(name) of \(value)"
    }
    return nil
  }
}
