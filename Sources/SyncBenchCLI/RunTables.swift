import ArgumentParser
import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

/// The tables that are computed from a run's raw ones.
enum RunTables {
  /// Writes the suite tables and the long one beside the raw tables; the summary they hold.
  static func write(_ run: Run, in folder: RunFolder) throws -> RunSummary {
    let summary = Summarizer(run).summary()
    for suite in summary.suites {
      try folder.write(SuiteCSV.render(suite), as: "\(suite.table.suite).csv")
    }
    try folder.write(SummaryCSV.render(summary), as: SummaryCSV.fileName)
    return summary
  }

  /// Prints a run: how it went, the rankings, what cases cost beside their counterparts, and what a
  /// preset's source published.
  static func show(_ summary: RunSummary) {
    let palette = Console.palette
    Console.output(RunReport(summary, palette: palette).render() + "\n")
    Console.output(RankingReport(summary, palette: palette).render())
    let counterparts = CounterpartReport(summary, palette: palette).render()
    if !counterparts.isEmpty { Console.output("\n" + counterparts) }
    let counts = CountsReport(summary, palette: palette).render()
    if !counts.isEmpty { Console.output("\n" + counts) }
    let published = PublishedReport(summary, palette: palette).render()
    if !published.isEmpty { Console.output("\n" + published) }
  }

  /// Reads a run, and refuses one that says it is complete and has lost rows since: tables made of the
  /// rest would pass for the whole.
  static func readWhole(_ folder: RunFolder) throws -> Run {
    let run = try folder.read()
    let missing = run.missingInvocations
    guard run.document.state == .complete, missing > 0 else { return run }
    throw CommandFailure(
      message: """
        \(missing) invocations of the run '\(folder.path)' are missing from its raw tables; restore \
        them, or measure them again with: \(Console.toolName) run --resume \
        \(Console.quoted(folder.path.string))
        """, status: .world)
  }

  /// Ends the command with the status of invalid cases, if there are any that were not meant to be,
  /// or a negative control that was missed.
  static func throwIfInvalid(_ summary: RunSummary) throws {
    if !summary.unexpected.isEmpty || !summary.missed.isEmpty {
      throw ExitCode(ExitStatus.invalidCases.rawValue)
    }
  }
}
