import BenchmarkAnalysis
import BenchmarkModel
import TestSupport

extension MadeRun {
  /// The summary of all cases.
  var summary: RunSummary { Summarizer(run).summary() }

  /// The summary of the only suite.
  var suiteSummary: SuiteSummary { summary.suites[0] }

  var findings: RunFindings { RunFindings(summary) }

  /// The summary of the cases that have figures in a place, with these figures.
  func summary(in place: WantedPlace) -> RunSummary {
    Summarizer(run, place: place).summary().ofPlaces
  }

  /// The summary of a case.
  func summary(_ name: String) -> CaseSummary? {
    suiteSummary.cases.first { $0.id == id(name) }
  }

  /// The metric of a case.
  func metric(_ name: String, _ column: String = "ns_per_op") -> MetricSummary? {
    summary(name)?.metrics[column]
  }

  /// The surprises of one kind.
  func surprises<Found>(_ only: (Surprise) -> Found?) -> [Found] {
    findings.surprises.compactMap(only)
  }

  /// Adds a case of seven launches that all cost `cost` nanoseconds per operation.
  mutating func steady(_ name: String, _ cost: Double) {
    add(name, Array(repeating: costs(cost), count: 7))
  }

  /// Adds a case of four launches `one`, which give the median, and three launches `other`, to
  /// which the interval reaches.
  mutating func divided(_ name: String, _ one: LaunchRecord, _ other: LaunchRecord) {
    add(name, Array(repeating: one, count: 4) + Array(repeating: other, count: 3))
  }

  /// Declares primitives as floors or controls.
  mutating func describe(_ yardsticks: KeyValuePairs<String, Yardstick?>) {
    primitives = yardsticks.map { PrimitiveDescription(name: $0, summary: "", yardstick: $1) }
  }
}
