import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

/// Draws the charts of a report's runs into a passing folder and takes them from there.
struct ReportCharts {
  private let tables: [RunTables]
  private let names: ReportNames

  init(_ tables: [RunTables], names: ReportNames) {
    self.tables = tables
    self.names = names
  }

  /// Every chart that the runs can have; one that can't be drawn with its reason.
  func drawn() throws -> [ReportChart] {
    let gnuplot: Gnuplot
    do throws(CommandFailure) {
      gnuplot = try Gnuplot.installed()
    } catch {
      return charts { _, _ in .missing(reason: error.message) }
    }
    let folder = try TemporaryFolder(for: "report")
    defer { folder.remove() }
    for (run, made) in tables.enumerated() {
      let own = Self.folder(of: run, in: folder)
      try FileAccess.makeFolder(own)
      try made.write(in: RunFolder(own))
    }
    let failures = try draw(gnuplot, folder)
    return charts { chart, run in
      let file = Self.file(of: chart, run, in: folder)
      if let reason = failures[file.string] { return .missing(reason: reason) }
      guard let bytes = try? FileAccess.read(file) else {
        return .missing(reason: "gnuplot drew nothing")
      }
      return .svg(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func folder(of run: Int, in folder: TemporaryFolder) -> FilePath {
    folder.path.appending("\(run)")
  }

  private static func file(of chart: Chart, _ run: Int, in folder: TemporaryFolder) -> FilePath {
    Self.folder(of: run, in: folder).appending("\(chart.name).svg")
  }

  private func drawable(_ run: Int) -> [Chart] {
    Chart.drawable(from: tables[run].summary.document.measuredWorkloads)
  }

  /// Draws them all; why some could not be drawn, by their files.
  private func draw(_ gnuplot: Gnuplot, _ folder: TemporaryFolder) throws -> [String: String] {
    let templates = try TemplateFolder(nil, charts: Chart.all)
    defer { templates.remove() }
    return try Interruption.running { [self] in
      var failures: [String: String] = [:]
      for run in tables.indices {
        let caption = ChartCaption.text(tables[run].summary.document)
        let drawings = drawable(run).map { chart in
          Drawing(
            chart: chart,
            table: Self.folder(of: run, in: folder).appending("\(chart.suite).csv"),
            file: Self.file(of: chart, run, in: folder))
        }
        do {
          try await gnuplot.draw(drawings, templates: templates.path, caption: caption) { _ in }
        } catch {
          // One chart that can't be drawn is no reason to do without the others.
          for drawing in drawings where !FileAccess.exists(drawing.file) {
            do {
              try await gnuplot.draw([drawing], templates: templates.path, caption: caption) { _ in }
            } catch {
              failures[drawing.file.string] = (error as? CommandFailure)?.message ?? "\(error)"
            }
          }
        }
        try Task.checkCancellation()
      }
      return failures
    }
  }

  private func charts(_ drawing: (Chart, Int) -> ReportChart.Drawing) -> [ReportChart] {
    tables.indices.flatMap { run in
      drawable(run).map { chart in
        let title = ChartWords.title(of: chart)
        return ReportChart(
          name: chart.name, suite: chart.suite,
          title: tables.count > 1 ? "\(names[run]): \(title)" : title,
          text: ChartWords.text(of: chart, tables[run].summary), drawing: drawing(chart, run))
      }
    }
  }
}
