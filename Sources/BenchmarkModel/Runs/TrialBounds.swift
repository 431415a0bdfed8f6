extension TrialRow {
  /// The most operations that a CPU can do in a nanosecond: ten in each cycle of 6 GHz.
  static let mostOperationsPerNanosecond = 60.0

  /// The largest possible ratio in a witness, and the largest possible distance of its place in ns.
  static let largestWitness = 1e9

  /// The farthest that a trial may begin from the start of its run, in ns: 126 years, so that the
  /// difference of two starts fits into 64 bits.
  ///
  /// A gate of counts records no start, so the starts of its trials are counted from 1970.
  static let farthestStartNanoseconds: Int64 = 4_000_000_000_000_000_000

  /// The reason why no machine can have measured this row; nil for a possible row.
  ///
  /// The bounds are far beyond any machine: they refuse damaged and forged rows, and no row of a
  /// fast machine. A trial may have done no operation: on a busy machine its threads may get no CPU
  /// before its window ends.
  ///
  /// - Parameter cpus: The number of CPUs that the trial could use at the same time.
  package func defect(cpus: Int) -> String? {
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
    let ratios = [
      ("slowness", witness?.slowness), ("crowding", witness?.crowding),
      ("distance in ns", witness?.place?.distanceNanoseconds), ("sharing", witness?.place?.sharing),
    ]
    for (name, value) in ratios {
      guard let value, !(value > 0 && value <= Self.largestWitness) else { continue }
      return "trial \(trial) has a \(name) of \(value)"
    }
    return nil
  }
}

extension LaunchRecord {
  /// The reason why the last observation can't follow the earlier observations; nil if it can.
  ///
  /// Observations come trial by trial, and each name occurs once in a trial.
  ///
  /// - Parameter before: The observations that were read before those of this record.
  package func defectOfLastObservation(after before: LaunchRecord = LaunchRecord())
    -> String?
  {
    guard let row = observations.last else { return nil }
    for earlier in [observations.dropLast(), before.observations[...]] {
      for other in earlier.reversed() {
        if other.trial < row.trial { return nil }
        if other.trial > row.trial || other.name == row.name {
          return "'\(row.name.prefix(60))' of trial \(row.trial) is there twice"
        }
      }
    }
    return nil
  }

  /// The reason why the latencies can't have been recorded; nil if they can.
  package var defectOfLatencies: String? {
    latencies.first { $0.count > Self.mostLatencies }
      .map { "a latency of \($0.valueNanoseconds) ns was recorded \($0.count) times" }
  }

  /// The most times that a launch can record one latency: so many latencies of a nanosecond would
  /// take eleven days.
  private static let mostLatencies: UInt64 = 1_000_000_000_000_000
}

extension PlannedCase {
  /// The reason why no launch of this case can have measured a row; nil for a possible row.
  ///
  /// A trial with the pace `operations` or `once` has done at least one operation; a trial with the
  /// pace `window` may have done none.
  ///
  /// - Parameters:
  ///   - row: The row of a trial.
  ///   - cpus: The number of the machine's CPUs.
  package func defect(of row: TrialRow, cpus: Int) -> String? {
    if row.isVerified, row.operations == 0, pace != .window {
      return "trial \(row.trial) did no operation"
    }
    return row.defect(cpus: max(cpus, width))
  }
}
