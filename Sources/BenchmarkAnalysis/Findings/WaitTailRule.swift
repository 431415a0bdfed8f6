package import BenchmarkModel
package import BenchmarkStatistics

/// The primitives whose long waits are far longer than their usual waits.
package struct WaitTailFinding: Equatable, Sendable {
  /// The primitives, each in its worst case, the worst first.
  package let primitives: [WaitTail]
}

/// The worst case of a primitive, with the number of the primitive's cases that have such a tail.
package struct WaitTail: WorstCase, Equatable, Sendable {
  package let id: CaseID
  /// The time that half of its waits do not exceed, in ns.
  package let median: Estimate
  /// The time that 99 % of its waits do not exceed, in ns.
  package let percentile99: Estimate
  /// The 99th percentile divided by the median.
  package let times: Double
  /// The number of cases of the primitive with such a tail, this one included.
  package internal(set) var cases = 1
}

/// Finds primitives whose 99th percentile of waits is at least a hundred times the median.
///
/// The lower end of the 99th percentile's interval must be above ``fewestTimes`` times the upper
/// end of the median's interval. A wait behind the holder takes some tens of ns, and a wait for a
/// CPU or a wake-up some µs: two orders of magnitude more. The longest wait is ignored, because
/// with any primitive one preemption can cause it. Nothing is reported if the median wait is 0 ns,
/// or if there are no intervals because there are fewer than five launches.
enum WaitTailRule {
  static let fewestTimes = 100.0

  static func findings(in summary: RunSummary) -> [WaitTailFinding] {
    let primitives = summary.suites.flatMap(tails)
      .sorted { $0.times > $1.times }
      .grouped(by: \.id.primitive)
      .map(WaitTail.worst)
    return primitives.isEmpty ? [] : [WaitTailFinding(primitives: primitives)]
  }

  private static func tails(of suite: SuiteSummary) -> [WaitTail] {
    let cases = FindingCases(suite)
    let median = suite.table.columns.first { $0.isWait(50) }
    let long = suite.table.columns.first { $0.isWait(99) }
    guard let median, let long else { return [] }
    return cases.valid.compactMap { summary in
      guard let usual = summary.metrics[median.name]?.estimate, usual.value > 0,
        let most = usual.interval?.high, let tail = summary.metrics[long.name]?.estimate,
        tail.isSurelyAbove(fewestTimes * most)
      else { return nil }
      return WaitTail(
        id: summary.id, median: usual, percentile99: tail, times: tail.value / usual.value)
    }
  }
}

extension MetricColumn {
  /// Whether the column is `percentile` of the waits for a primitive; latencies of timers or
  /// wake-ups are no such waits.
  func isWait(_ percentile: Double) -> Bool {
    source == .latency(percentile: percentile) && name.hasPrefix("wait_")
  }
}
