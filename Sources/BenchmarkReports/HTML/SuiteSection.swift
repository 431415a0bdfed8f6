import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// The section of a suite: its question, its charts, all of its cases, and the results computed
/// from several cases.
struct SuiteSection {
  let runs: ReportRuns
  let name: String
  let text: SuiteText?

  /// The section with its charts.
  func section(charts: Markup) -> PageSection {
    let parts =
      workloads.map(part) + DerivedSection(runs: runs, suite: name).parts
      + VerdictTable(runs: runs, suite: name).parts
    return PageSection(
      id: PageNames.suite(name), name: name, lead: text?.summary ?? "", charts: charts,
      document: parts.reduce([], +))
  }

  /// The workloads in the order of the plans.
  private var workloads: [String] {
    runs.suite(name).flatMap { $0?.cases.map(\.id.workload) ?? [] }.uniqued()
  }

  private func part(of workload: String) -> Document {
    let table = CaseTable(runs, suite: name, workload: workload).table
    let operation = text?.operations[workload].map { "One operation: \($0)" }
    return [.heading("\(workload)", level: 2, beside: operation ?? ""), .table(table)]
  }
}

/// The names of the page's anchors.
enum PageNames {
  /// The name of a suite's section.
  ///
  /// A suite's name is in kebab case unless the run's file was altered by hand; `_` replaces each
  /// character that kebab case does not have.
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
