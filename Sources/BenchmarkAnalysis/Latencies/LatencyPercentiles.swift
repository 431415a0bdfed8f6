package import BenchmarkModel
package import BenchmarkStatistics

/// A percentile of a case's latencies.
package struct LatencyPercentile: Equatable, Sendable {
  /// The percentile, from 0 to 100.
  package let percentile: Double
  /// The median over launches of the launch's percentile in ns, with an interval as for any metric.
  package let estimate: Estimate
}

/// The percentiles of a case that records latencies.
package struct CasePercentiles: Equatable, Sendable {
  package let id: CaseID
  package let status: CaseStatus
  /// The reason why the case is not valid; empty for a valid case.
  package let reason: String
  /// The median of the launches' numbers of latencies; 0 for a case without figures.
  package let samples: Int
  /// The percentiles for which the case has enough latencies, ascending; empty for a case without
  /// figures.
  package let percentiles: [LatencyPercentile]
}

/// The percentiles of a suite's cases.
package struct SuitePercentiles: Equatable, Sendable {
  package let table: SuiteTable
  /// The cases that record latencies, in the plan's order.
  package let cases: [CasePercentiles]
}

extension Summarizer {
  /// The latency percentiles of each suite that has latency figures, in the plan's order.
  ///
  /// A percentile that is also a column of the suite's table has the table's estimate.
  ///
  /// - Complexity: O(recorded values + cases × percentiles × launches²).
  package func percentiles(of summary: RunSummary) -> [SuitePercentiles] {
    summary.suites.compactMap { suite in
      let cases = suite.cases.filter { !latencyColumns(of: $0, in: suite.table).isEmpty }
      let percentiles = concurrentMap(cases.count, isConcurrent: isConcurrent) {
        self.percentiles(of: cases[$0], latencyColumns(of: cases[$0], in: suite.table))
      }
      guard percentiles.contains(where: { !$0.percentiles.isEmpty }) else { return nil }
      return SuitePercentiles(table: suite.table, cases: percentiles)
    }
  }

  /// The names of the columns with percentiles of a case's latencies, by percentile.
  private func latencyColumns(of summary: CaseSummary, in table: SuiteTable) -> [Double: String] {
    var columns: [Double: String] = [:]
    for column in table.columns where applies(column, to: summary.planned) {
      guard case .latency(let percentile) = column.source, columns[percentile] == nil else {
        continue
      }
      columns[percentile] = column.name
    }
    return columns
  }

  private func percentiles(
    of summary: CaseSummary, _ columns: [Double: String]
  ) -> CasePercentiles {
    // As in the suite's table, a case that is not valid has no figures, and neither has a missed
    // control.
    let hasFigures = summary.status == .valid && !summary.planned.isNegativeControl
    let launches =
      hasFigures
      ? records(of: summary.id).map { LatencyDistribution($0?.latencies ?? []) } : []
    let counts = launches.map(\.count).filter { $0 > 0 }.sorted()
    // Of two middle counts the lower is taken, so that the number is the count of one launch.
    let samples = counts.isEmpty ? 0 : counts[(counts.count - 1) / 2]
    let told = samples > 0 ? percentilesInMillionths.filter { isTold($0, by: samples) } : []
    return CasePercentiles(
      id: summary.id, status: summary.status, reason: summary.reason,
      samples: Int(exactly: samples) ?? .max,
      percentiles: told.compactMap { millionths in
        let percentile = Double(millionths) / 10_000
        let name = columns[percentile] ?? "latency_p\(percentile)_ns"
        let known = summary.metrics[name]
        return (known ?? self.percentile(percentile, of: launches))
          .map { LatencyPercentile(percentile: percentile, estimate: $0.estimate) }
      })
  }

  private func percentile(
    _ percentile: Double, of launches: [LatencyDistribution]
  ) -> MetricSummary? {
    self.summary(
      of: launches.map { [$0.percentile(percentile)].compactMap { $0 } }, level: 0.5)
  }

  /// Whether at least one of `samples` latencies lies beyond a percentile; true for the maximum.
  private func isTold(_ millionths: Int, by samples: Double) -> Bool {
    millionths == 1_000_000 || Double(1_000_000 - millionths) * samples >= 1_000_000
  }
}

/// The reported percentiles as whole millionths: in floating point, (1 - 0.999) × 1000 is less
/// than 1.
///
/// From 90 % to 99.99 %, each further nine takes three steps, as on the axis of an HdrHistogram
/// chart: 90, 95, 97.5, 99.
private let percentilesInMillionths = [
  500_000, 750_000, 900_000, 950_000, 975_000, 990_000, 995_000, 997_500, 999_000, 999_500, 999_750,
  999_900, 999_950, 999_990, 999_999, 1_000_000,
]
