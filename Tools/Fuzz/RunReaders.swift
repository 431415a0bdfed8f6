import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner

extension Reader {
  /// A run's folder: run.json with its plan, and the raw tables by it; a run that is read is summed up too.
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
    // A plan may ask for more than is summed up in a second: what is drawn and resampled goes by its counts.
    guard plan.cases.count <= 20, plan.launchedBlocks <= 50 else { return }
    let summary = Summarizer(run, isConcurrent: false).summary()
    let page = summary.overview + RankingReport(summary).document()
    _ = Terminal(isColoured: false).text(page)
    _ = Markdown.text(page)
    for suite in summary.suites { _ = SuiteCSV.render(suite) }
  }
}
