import ArgumentParser
import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

/// Draws the charts of a report into a temporary folder, and reads them from there.
struct ReportCharts {
  private let charts: [Chart]
  private let caption: String
  private let text: (Chart) -> String
  /// Writes a chart's sheet, gnuplot's data file, into a folder, and returns the sheet's path.
  private let write: (Chart, FilePath) throws -> FilePath

  init(_ runs: [ChartRun], _ reported: [ReportedRun]) throws {
    let words = ChartWords(reported)
    charts = Chart.drawable(from: ChartRun.measured(runs))
    caption = ChartRun.caption(runs)
    text = { words.text(of: $0) }
    let tables = try ChartTables(runs, charts: charts)
    write = { try tables.write($0, ChartOptions(), in: $1) }
  }

  /// The charts of a gate.
  init(_ gate: GatePlot) {
    charts = GatePlot.charts
    caption = gate.caption
    text = { ChartWords.title(of: $0) + "." }
    write = { try gate.write($0, ofCase: nil, ChartOptions(), in: $1) }
  }

  /// Returns every chart, drawn or with the reason why it can't be drawn.
  func drawn() throws -> [ReportChart] {
    let gnuplot: Gnuplot
    do throws(CommandFailure) {
      gnuplot = try Gnuplot.installed()
    } catch {
      return charts.map { chart($0, .missing(reason: error.message)) }
    }
    Interruption.listen()
    let folder = try TemporaryFolder(for: "report")
    defer { folder.remove() }
    let failures = try draw(gnuplot, in: folder.path)
    return charts.map { own in
      let file = folder.path.appending("\(own.name).svg")
      if let bytes = try? FileAccess.read(file) {
        return chart(own, .svg(String(decoding: bytes, as: UTF8.self)))
      }
      let reason = failures[own.name] ?? "gnuplot drew nothing"
      return chart(own, .missing(reason: Self.withoutPaths(reason, folder.path)))
    }
  }

  /// Draws all charts, and returns why some could not be drawn, keyed by the chart's name.
  private func draw(_ gnuplot: Gnuplot, in folder: FilePath) throws -> [String: String] {
    var failures: [String: String] = [:]
    let templates = try PlotFolder(templates: nil)
    defer { templates.remove() }
    var drawings: [Drawing] = []
    for chart in charts {
      do {
        let sheet = AbsolutePath.of(try write(chart, folder))
        drawings.append(Drawing(chart: chart, sheet: sheet, format: .svg))
      } catch {
        failures[chart.name] = Self.words(of: error)
      }
    }
    let settings = Gnuplot.Settings(
      templates: templates.path, caption: caption, options: ChartOptions(),
      target: folder)
    let complaints = try Interruption.running { [drawings] in
      let complaints = try await Self.complaints(of: drawings, gnuplot, settings)
      if Task.isCancelled { throw ExitCode(ExitStatus.interrupted.rawValue) }
      return complaints
    }
    return failures.merging(complaints) { first, _ in first }
  }

  /// Draws all charts together, or each alone if that fails, so that a chart that can't be drawn
  /// does not prevent the others.
  private static func complaints(
    of drawings: [Drawing], _ gnuplot: Gnuplot, _ settings: Gnuplot.Settings
  ) async throws -> [String: String] {
    do {
      try await gnuplot.draw(drawings, with: settings) { _ in }
      return [:]
    } catch is CancellationError {
      throw ExitCode(ExitStatus.interrupted.rawValue)
    } catch {
      var complaints: [String: String] = [:]
      for drawing in drawings {
        do {
          try await gnuplot.draw([drawing], with: settings) { _ in }
        } catch {
          complaints[drawing.chart.name] = words(of: error)
        }
      }
      return complaints
    }
  }

  /// Takes the temporary folder's path out of a reason, because a report names no machine's path.
  private static func withoutPaths(_ reason: String, _ folder: FilePath) -> String {
    reason.split(separator: folder.string + "/", omittingEmptySubsequences: false).joined()
  }

  private static func words(of error: any Error) -> String {
    (error as? CommandFailure)?.message ?? "\(error)"
  }

  private func chart(_ own: Chart, _ drawing: ReportChart.Drawing) -> ReportChart {
    ReportChart(
      name: own.name, suite: own.source.suite, title: ChartWords.title(of: own),
      text: text(own), drawing: drawing)
  }
}
