package import BenchmarkModel
import BenchmarkStatistics

/// The spread of cases' figures between the repeated runs of a plan.
package struct RunSpread: Equatable, Sendable {
  /// The number of runs.
  package let runs: Int
  /// The median of the cases' spreads: a case's spread is the largest of its runs' figures divided
  /// by the smallest.
  package let usual: Double
  /// The largest spread of a case.
  package let most: Double
  /// The case with the largest spread.
  package let mostOf: CaseID

  /// Makes the spread of a plan's suites; nil for a single run, or if no case has a figure in two
  /// runs.
  init?(_ suites: [SuiteSummary], _ plan: Plan) {
    guard let repeats = plan.repeats else { return nil }
    let spreads = suites.flatMap { suite in
      suite.cases.compactMap { summary -> (id: CaseID, spread: Double)? in
        let runs = suite.firstMetric(of: summary).flatMap { plan.valuesByRun($0.byBlock) }
        return runs.flatMap(spreadOfRuns).map { (summary.id, $0) }
      }
    }
    guard let most = spreads.max(by: { $0.spread < $1.spread }),
      let usual = median(spreads.map(\.spread))
    else { return nil }
    runs = repeats.count
    self.usual = usual
    self.most = most.spread
    mostOf = most.id
  }
}
