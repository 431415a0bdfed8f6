import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner

extension Reader {
  /// A run's folder: run.json with its plan, and the raw tables; a run that can be read is also
  /// summed up.
  static let run = Reader(
    name: "run",
    summary: "a run's folder: run.json, its plan, its raw tables, and what they sum up to",
    mostBytes: 16384
  ) { input in
    let files = FuzzFolder.shared
    files.fill(from: input)
    let folder = RunFolder(files.path)
    guard let run = try? folder.read() else { return }
    let plan = run.document.plan
    require(plan.defect == nil, "a plan that is read has no defect")
    // A large plan would take more than a second to sum up, because the resampling grows with its
    // cases and blocks.
    guard plan.cases.count <= 20, plan.launchedBlocks <= 50 else { return }
    let summary = Summarizer(run, isConcurrent: false).summary()
    let page = summary.overview + RankingReport(summary).document()
    _ = Terminal(isColoured: false).text(page)
    _ = Markdown.text(page)
    for suite in summary.suites { _ = SuiteCSV.render(suite) }
  }
}
