import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The runs of a report side by side, and how cases of the others compare with the first one's.
struct ReportRuns {
  let runs: [ReportedRun]
  /// The cases of both, by name, for each run but the first.
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

  /// A run's letter, by which columns name it; empty where there is one run.
  func letter(_ run: Int) -> String {
    guard areSeveral else { return "" }
    return run < 26 ? String(UnicodeScalar(UInt8(ascii: "A") + UInt8(run))) : "#\(run + 1)"
  }

  /// A run's letter and its name.
  func named(_ run: Int) -> String { "\(letter(run)) \(runs[run].name)" }

  /// The columns of a table of facts: the fact, then a column a run.
  var factColumns: [Table.Column] {
    [.init("fact")] + runs.indices.map { .init(areSeveral ? named($0) : "value") }
  }

  /// A column's heading: the letter and what it holds.
  func title(_ what: String, of run: Int) -> String {
    areSeveral ? "\(letter(run)) \(what)" : what
  }

  /// A part's heading: what it holds, and of which run.
  func heading(_ what: String, of run: Int) -> String {
    areSeveral ? "\(what) (run \(letter(run)))" : what
  }

  /// How a case of a run, which is not the first, compares with the first one's.
  func comparison(of id: CaseID, in run: Int) -> ComparedCase? { compared[run - 1][id] }

  /// The suites of any run, in the order in which they are met.
  var suiteNames: [String] {
    runs.flatMap { $0.summary.suites.map(\.table.suite) }.uniqued()
  }

  /// The rankings of a suite in each run; none in one that did not measure it.
  func rankings(ofSuite name: String) -> [[Ranking]] {
    runs.map { run in
      zip(run.summary.suites, run.rankings).first { $0.0.table.suite == name }?.1 ?? []
    }
  }

  /// The table of a suite, as the first run that measured it declares it.
  func table(ofSuite name: String) -> SuiteTable? {
    suite(name).lazy.compactMap { $0?.table }.first
  }

  /// A suite in each run; nil in one that did not measure it.
  func suite(_ name: String) -> [SuiteSummary?] {
    runs.map { run in run.summary.suites.first { $0.table.suite == name } }
  }
}
