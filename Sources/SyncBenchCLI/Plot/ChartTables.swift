import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

/// The sheets (files of data and settings) that gnuplot draws, made from the files of runs.
struct ChartTables {
  private let runs: [ChartRun]
  private let primitives: [String]
  private let filters: [String]

  /// Prepares the sheets of charts of runs: suite tables that a run's folder lacks are computed.
  ///
  /// - Parameters:
  ///   - charts: The charts whose suite tables are needed.
  ///   - primitives: The primitives, in the order wanted; empty for all.
  ///   - filters: Globs over the names of cases; empty for all.
  init(
    _ runs: [ChartRun], charts: [Chart], primitives: [String] = [], filters: [String] = []
  ) throws {
    self.runs = runs
    self.filters = filters
    self.primitives = primitives
    try recomputeMissing(charts)
  }

  /// Computes a run's tables from its raw tables if the folder lacks a suite table for a chart.
  private func recomputeMissing(_ charts: [Chart]) throws {
    for run in runs {
      let planned = Set(run.document.plan.tables.map(\.suite))
      let areThere = charts.compactMap(\.source.suite).filter(planned.contains).allSatisfy {
        FileAccess.exists(run.folder.path.appending("\($0).csv"))
      }
      if !areThere { try RunTables(try run.folder.readWhole()).write(in: run.folder) }
    }
  }

  /// Writes the sheet of a chart into a folder and returns its path.
  func write(_ chart: Chart, _ options: ChartOptions, in folder: FilePath) throws -> FilePath {
    var besides: [String: String] = [:]
    for ending in chart.besides {
      guard let suite = chart.source.suite else { continue }
      let beside = try files("\(suite)\(ending).csv")
      besides[ending] = beside.isEmpty ? nil : ChartTable().render(beside)
    }
    return try Self.write(chart, try text(of: chart), besides: besides, options, in: folder)
  }

  /// Writes the sheet of a chart that draws `table` into a folder, and returns the sheet's path.
  static func write(
    _ chart: Chart, _ table: String, besides: [String: String] = [:], _ options: ChartOptions,
    in folder: FilePath
  ) throws -> FilePath {
    let sheet = try chart.sheet(table, besides: besides, options: options)
    let file = folder.appending("\(chart.name).sheet")
    try FileAccess.replace(file, with: sheet.utf8, isSynced: false)
    return file
  }

  private func text(of chart: Chart) throws -> String {
    switch chart.source {
    case .suite(let suite, let workloads):
      return try suiteTable(suite, workloads, chart.metrics)
    case .costs(let suite):
      return try suiteTable(suite, ChartRun.measured(runs).costed[suite] ?? [], chart.metrics)
    case .percentiles(let suite, let workloads):
      let long = try files("\(suite)-percentiles.csv")
      // A run of an older build has only the percentiles of its suite table.
      guard long.count == runs.count else {
        return try suiteTable(suite, workloads, chart.metrics)
      }
      return ChartTable(workloads: workloads, primitives: primitives, filters: filters).render(long)
    case .trials:
      let run = try runs[0].folder.readWhole([.trials, .failures])
      return DriftTable.render(run, schedule: run.document.plan.schedule())
    case .comparison:
      let summaries = try runs.map(summary)
      return RatioTable.render(
        Comparison(summaries[0], summaries[1]),
        names: ComparisonNames(a: runs[0].name, b: runs[1].name))
    case .pairsOfCPUs:
      return CoresTable.render(try summary(of: runs[0]), primitives: primitives)
    case .counts:
      return CountsTable.render(try summary(of: runs[0]), primitives: primitives)
    case .gatePairs:
      preconditionFailure("a gate's folder is no run")
    }
  }

  private func summary(of run: ChartRun) throws -> RunSummary {
    Summarizer(try run.folder.readWhole(), hasIntervals: false).summary()
  }

  private func suiteTable(
    _ suite: String, _ workloads: Set<String>, _ metrics: [String]
  ) throws -> String {
    ChartTable(
      workloads: workloads, metrics: metrics, primitives: primitives,
      filters: filters
    ).render(try files("\(suite).csv"))
  }

  /// The files with this name, of the runs that have one.
  private func files(_ name: String) throws -> [NamedTable] {
    try runs.compactMap { run in
      try FileAccess.read(run.folder.path.appending(name))
        .map { NamedTable(run: run.name, bytes: $0) }
    }
  }
}
