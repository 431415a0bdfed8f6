import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The runs of a report side by side, with the ratios of their cases to the cases of the first run.
struct ReportRuns {
  let runs: [ReportedRun]
  /// The cases that each later run shares with the first run, by name.
  private let compared: [[CaseID: ComparedCase]]

  init(_ runs: [ReportedRun]) {
    self.runs = runs
    compared = runs.dropFirst().map { run in
      let comparison = Comparison(runs[0].summary, run.summary)
      return comparison.tables.flatMap(\.cases).keyed(by: \.id)
    }
  }

  var indices: Range<Int> { runs.indices }

  var areSeveral: Bool { runs.count > 1 }

  /// A run's letter, with which column headings begin; empty in a report of one run.
  func letter(_ run: Int) -> String {
    guard areSeveral else { return "" }
    return run < 26 ? String(UnicodeScalar(UInt8(ascii: "A") + UInt8(run))) : "#\(run + 1)"
  }

  /// A run's letter and its name.
  func named(_ run: Int) -> String { "\(letter(run)) \(runs[run].name)" }

  /// The columns of a table of facts: the fact, then a column for each run.
  var factColumns: [Table.Column] {
    [.init("fact")] + runs.indices.map { .init(areSeveral ? named($0) : "value") }
  }

  /// A column's heading: the contents, after the run's letter if there are several runs.
  func title(_ what: String, of run: Int) -> String {
    areSeveral ? "\(letter(run)) \(what)" : what
  }

  /// The heading of a part: the contents, and the run's letter if there are several runs.
  func heading(_ what: String, of run: Int) -> String {
    areSeveral ? "\(what) (run \(letter(run)))" : what
  }

  /// The comparison of a case of a later run with the case of the first run.
  func comparison(of id: CaseID, in run: Int) -> ComparedCase? { compared[run - 1][id] }

  /// The suites of all runs, in the order of their first appearance.
  var suiteNames: [String] {
    runs.flatMap { $0.summary.suites.map(\.table.suite) }.uniqued()
  }

  /// The rankings of a suite in each run; none in a run that did not measure the suite.
  func rankings(ofSuite name: String) -> [[Ranking]] {
    runs.map { run in
      zip(run.summary.suites, run.rankings).first { $0.0.table.suite == name }?.1 ?? []
    }
  }

  /// The table of a suite, as declared in the first run that measured the suite.
  func table(ofSuite name: String) -> SuiteTable? {
    suite(name).lazy.compactMap { $0?.table }.first
  }

  /// A suite in each run; nil in a run that did not measure the suite.
  func suite(_ name: String) -> [SuiteSummary?] {
    runs.map { run in run.summary.suites.first { $0.table.suite == name } }
  }
}
