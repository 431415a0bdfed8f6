import BenchmarkAnalysis
import BenchmarkModel
import TestSupport

/// Two made-up runs, and their comparison.
struct RunPair {
  var a = MadeRun()
  var b = MadeRun()
  /// Changes B's document before the comparison.
  var changeB: (inout RunDocument) -> Void = { _ in }

  /// The columns of both runs.
  var columns: [MetricColumn] {
    get { a.columns }
    set { (a.columns, b.columns) = (newValue, newValue) }
  }

  init(_ columns: [MetricColumn]? = nil) {
    self.columns =
      columns ?? [.cost, MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation)]
  }

  /// Adds a case to both runs.
  mutating func add(
    _ name: String, a launchesA: [LaunchRecord?], b launchesB: [LaunchRecord?]
  ) {
    a.add(name, launchesA)
    b.add(name, launchesB)
  }

  func comparison(includes: (CaseID) -> Bool = { _ in true }) -> Comparison {
    var documentB = b.run
    changeB(&documentB.document)
    return Comparison(
      Summarizer(a.run, hasIntervals: false).summary(),
      Summarizer(documentB, hasIntervals: false).summary(),
      resamples: 200, includes: includes)
  }

  /// The compared cases, in their order.
  var cases: [ComparedCase] { comparison().tables.flatMap(\.cases) }
}

/// Launches around a cost, each with its number of voluntary switches in 1000 operations.
func switching(_ cost: Double, _ switches: [UInt64]) -> [LaunchRecord?] {
  zip(around(cost), switches).map { launch, count in
    launch?.with { $0.trials[0].voluntarySwitches = count }
  }
}
