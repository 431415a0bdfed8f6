import BenchmarkAnalysis
import BenchmarkModel

/// Two runs made by hand, and their comparison.
struct RunPair {
  var a = HandMadeRun()
  var b = HandMadeRun()
  /// What is changed in B's document.
  var changeB: (inout RunDocument) -> Void = { _ in }

  init() {
    for side in [\RunPair.a, \RunPair.b] { self[keyPath: side].columns = Self.columns }
  }

  private static let columns = [
    MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
    MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation),
  ]

  /// Adds a case to both runs, with these costs.
  mutating func add(_ name: String, a costsA: [Double], b costsB: [Double]) {
    a.add(name, costsA.map { costs($0) })
    b.add(name, costsB.map { costs($0) })
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

/// Eight launches around a cost, which differ by up to 2 %.
func around(_ cost: Double) -> [Double] {
  [0.99, 1.0, 1.01, 1.02, 0.98, 1.0, 0.99, 1.01].map { cost * $0 }
}

/// The same with so many voluntary switches an invocation, of 1000 operations.
func switching(_ cost: Double, _ switches: [UInt64]) -> [InvocationRecord?] {
  zip(around(cost), switches).map { cost, switches in
    costs(cost).with { $0.trials[0].voluntarySwitches = switches }
  }
}
