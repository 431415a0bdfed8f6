import BenchmarkAnalysis
import BenchmarkModel

/// A suite's section: what it answers, its charts, all of its cases, and what follows from them.
struct SuiteSection {
  private let runs: ReportRuns
  private let name: String
  private let text: SuiteText?
  private let rankings: [[Ranking]]

  /// Makes the section of a suite.
  init(_ runs: ReportRuns, name: String, text: SuiteText?) {
    self.runs = runs
    self.name = name
    self.text = text
    rankings = runs.rankings(ofSuite: name)
  }

  /// The section with its charts.
  func view(charts: [ChartView]) -> SuiteView {
    let id = PageNames.suite(name)
    var blocks = workloads.enumerated().map { index, workload in
      block(of: workload, id: "\(id)-w\(index)")
    }
    blocks += DerivedSection(runs, suite: name).blocks(id: id)
    blocks += VerdictTable(runs, suite: name).blocks(id: id)
    return SuiteView(
      id: id, name: name, summary: text?.summary ?? "", charts: charts, blocks: blocks)
  }

  /// The workloads in the order of the plans.
  private var workloads: [String] {
    runs.suite(name).flatMap { $0?.cases.map(\.id.workload) ?? [] }.uniqued()
  }

  private func block(of workload: String, id: String) -> BlockView {
    let own = rankings.map { $0.filter { Self.workload(of: $0) == workload } }
    let ranked = CaseTable(runs, suite: name, workload: workload, rankings: own)
    let table =
      ranked?.view(id: id + "t")
      ?? NeutralTable(runs, suite: name, workload: workload).view(id: id + "t")
    let operation = text?.operations[workload].map { "One operation: \($0)" }
    return BlockView(id: id, title: workload, lead: operation, table: table)
  }

  private static func workload(of ranking: Ranking) -> String? {
    (ranking.ranked.first?.summary ?? ranking.unranked.first)?.id.workload
  }
}

/// What places of the page are called.
enum PageNames {
  /// A suite's name is in kebab case, if nobody tampered with the file.
  static func suite(_ name: String) -> String {
    "s-" + String(name.unicodeScalars.map { isPlain($0) ? Character($0) : "_" })
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "0"..."9", "-": true
    default: false
    }
  }
}
