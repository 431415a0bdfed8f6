import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

/// The tables that are computed from a run's raw tables.
struct RunTables {
  /// The run, summed up case by case.
  let summary: RunSummary
  /// For each suite, the results that combine several cases, such as how costs scale with threads.
  let scalings: [SuiteScaling]

  private let summarizer: Summarizer

  /// Computes the tables of a run.
  ///
  /// - Parameter place: The place whose launches give the figures; only cases with figures of that
  ///   place are kept. Nil for all cases, each in its usual place.
  init(_ run: Run, place: WantedPlace? = nil) {
    summarizer = Summarizer(run, place: place)
    let whole = summarizer.summary()
    summary = place == nil ? whole : whole.ofPlaces
    scalings = ScalingAnalysis(summary).scalings()
  }

  /// The files of the suite tables and of the tables derived from them, with their texts.
  private var suiteFiles: [DerivedTable] {
    let percentiles = summarizer.percentiles(of: summary)
    return summary.suites.flatMap { suite in
      [DerivedTable(fileName: "\(suite.table.suite).csv", text: SuiteCSV.render(suite))]
        + scalings.filter { $0.table.suite == suite.table.suite }.flatMap(\.files)
        + percentiles.filter { $0.table.suite == suite.table.suite }.map(\.file)
    }
  }

  /// Writes the suite tables, the tables derived from them and summary.csv into the run's folder.
  ///
  /// - Returns: The names of all these files but summary.csv.
  @discardableResult
  func write(in folder: RunFolder) throws -> [String] {
    let files = suiteFiles
    for file in files { try folder.write(file.text, as: file.fileName) }
    try folder.write(SummaryCSV.render(summary), as: SummaryCSV.fileName)
    return files.map(\.fileName)
  }

  /// The document of a run: overview, rankings with scalings, cases beside their counterparts (such
  /// as a queue's C interface), counts of events, and published figures.
  ///
  /// For selected cases or chosen places, it has only the overview and the rankings.
  ///
  /// - Parameters:
  ///   - selection: The cases to show.
  ///   - places: The chosen places; nil for the usual place of each case (see ``PlaceChoice``).
  func document(
    _ selection: TableSelection = TableSelection(), places: PlaceChoice? = nil
  ) -> Document {
    let run = summary.overview
    let rankings = RankingReport(
      summary, selection: selection, listsOtherPlaces: places == .all)
    guard selection.isEmpty, places == nil else { return .spaced([run, rankings.document()]) }
    let sections = Dictionary(scalings.map { ($0.table.suite, $0.document) }) { first, _ in first }
    return .spaced([
      run, rankings.document(sections: sections), summary.counterparts,
      summary.operationCounts, summary.publishedFigures,
    ])
  }

  /// Prints the run's results on one screen.
  func showScreen(_ folder: RunFolder) {
    let path = Console.quoted(folder.path.string)
    Console.output(
      RunScreen(summary, scalings: scalings).document(
        advice: "\(Console.toolName) advise \(path)",
        rest: [
          ("every table", "\(Console.toolName) show \(path)"),
          ("one HTML page", "\(Console.toolName) report \(path)"),
          ("charts", "\(Console.toolName) plot \(path)"),
          ("CSV", folder.path.string),
        ]))
  }

  /// The selected cases that are invalid or failed although this was not expected, and the selected
  /// negative controls that had to be caught but were not.
  static func invalidCases(
    of summary: RunSummary, _ selection: TableSelection = TableSelection()
  ) -> [CaseSummary] {
    (summary.unexpected + summary.missed).filter { selection.contains($0.id) }
  }

  /// Ends the command with the exit status `invalidCases`, if ``invalidCases(of:_:)`` finds any.
  static func throwIfInvalid(
    _ summary: RunSummary, _ selection: TableSelection = TableSelection()
  ) throws {
    guard invalidCases(of: summary, selection).isEmpty else {
      throw ExitCode(ExitStatus.invalidCases.rawValue)
    }
  }
}
