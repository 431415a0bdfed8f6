package import BenchmarkModel
package import BenchmarkStatistics

/// The lengths of threads' waits, and the fairness of the service.
package struct WaitTimes: Equatable, Sendable {
  /// A percentile of the waits.
  package struct Percentile: Equatable, Sendable {
    /// The percentile, 0 to 100; 100 is the longest wait.
    package let level: Double
    /// The wait, in ns.
    package let estimate: Estimate
  }

  /// The case that the percentiles are of; nil if there are none.
  package let source: CaseID?
  /// The timed quantity: `wait`, `idle`, `burst`, `latency` or `inversion`; empty if nothing was
  /// timed.
  package let what: String
  /// The percentiles, in ascending order.
  package let percentiles: [Percentile]
  /// Jain's index of the operations of n threads, 1/n to 1; nil below two threads.
  package let fairness: Estimate?
  /// The operations of the thread that did least, divided by an even share, 0 to 1; nil below two
  /// threads.
  package let smallestShare: Estimate?

  /// The percentiles in ascending order, each with the part that stands for it in a column's name.
  private static let levels: [(String, Double)] = [
    ("p50", 50), ("p90", 90), ("p99", 99), ("p999", 99.9), ("max", 100),
  ]

  /// Takes the waits from the evidence; nil if neither waits nor fairness are known.
  init?(_ evidence: ProfileEvidence) {
    let own = evidence.summary
    var found: (id: CaseID, what: String, percentiles: [Percentile])?
    for summary in [evidence.waits, own].compactMap({ $0 }) where found == nil {
      for what in ["wait", "idle", "burst", "latency", "inversion"] where found == nil {
        let percentiles = Self.levels.compactMap { middle, level in
          summary.metrics["\(what)_\(middle)_ns"].map {
            Percentile(level: level, estimate: $0.estimate)
          }
        }
        if !percentiles.isEmpty { found = (summary.id, what, percentiles) }
      }
    }
    func metric(_ name: String) -> Estimate? {
      (own.metrics[name] ?? evidence.waits?.metrics[name])?.estimate
    }
    source = found?.id
    what = found?.what ?? ""
    percentiles = found?.percentiles ?? []
    fairness = metric("fairness")
    smallestShare = metric("smallest_share")
    if percentiles.isEmpty, fairness == nil, smallestShare == nil { return nil }
  }
}
