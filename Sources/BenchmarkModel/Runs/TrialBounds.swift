extension TrialRow {
  /// The reason why no machine can have measured this trial; nil for a possible one.
  ///
  /// - Parameter cpus: The number of CPUs that could do operations at once.
  public func defect(cpus: Int) -> String? {
    if operations == 0 || elapsedNanoseconds == 0 {
      return isVerified ? "has \(operations) operations in \(elapsedNanoseconds) ns" : nil
    }
    let most = elapsedNanoseconds.multipliedReportingOverflow(
      by: Self.mostOperationsPerNanosecond * UInt64(max(1, cpus)))
    guard most.overflow || operations <= most.partialValue else {
      return "has \(operations) operations in \(elapsedNanoseconds) ns on \(max(1, cpus)) CPUs"
    }
    if let ratio = [witness?.slowness, witness?.crowding].compactMap(\.self).first(where: { $0 <= 0 }) {
      return "has a witness of \(ratio), which is no ratio of times"
    }
    return nil
  }

  /// An operation takes a tenth of a cycle at least, and a cycle of 6 GHz a sixth of a nanosecond.
  private static let mostOperationsPerNanosecond: UInt64 = 60
}
