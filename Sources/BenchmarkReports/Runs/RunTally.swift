import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// The numbers of a run's cases by their outcomes.
struct RunTally {
  let cases, valid, caught, missed: Int
  /// The numbers of cases that are not valid, except controls that were caught.
  let others: [(status: CaseStatus, count: Int)]
  /// The number of valid cases whose primary metric has an interval.
  let withInterval: Int
  /// The number of valid cases whose primary metric has an interval within 5 % of its value.
  let tight: Int

  init(_ summary: RunSummary) {
    let all = summary.cases
    cases = all.count
    valid = summary.valid.count
    caught = all.count(where: \.isCaughtControl)
    missed = all.count(where: \.isMissedControl)
    others = [CaseStatus.invalid, .failed, .disturbed, .notMeasured].map { status in
      (status, all.count { $0.status == status && !$0.isCaughtControl })
    }
    let widths = summary.suites.flatMap { suite in
      suite.cases.compactMap { suite.relativeHalfWidth(of: $0) }
    }
    withInterval = widths.count
    tight = widths.count { $0 <= 0.05 }
  }

  /// The share of the valid cases that are tight; nil if no case has an interval.
  var tightShare: Double? {
    withInterval == 0 ? nil : Double(tight) / Double(max(1, valid))
  }
}
