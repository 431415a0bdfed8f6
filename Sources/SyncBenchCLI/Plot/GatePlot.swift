import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

/// A gate's folder whose pairs are drawn.
struct GatePlot {
  let path: FilePath
  private let run: Run
  private let recording: PairRecording

  /// Reads the gate at a path; nil if the path is not a gate's folder.
  init?(_ path: String) throws {
    let folder = RunFolder(FilePath(path))
    guard FileAccess.exists(folder.documentPath), try folder.readDocument().plan.gate != nil else {
      return nil
    }
    run = try folder.readGate()
    guard let recording = PairRecording(run) else { return nil }
    self.recording = recording
    self.path = folder.path
  }

  /// The charts of a gate.
  static var charts: [Chart] {
    Chart.all.filter { $0.source == .gatePairs || $0.source == .trials }
  }

  /// Writes the sheet of a chart into a folder; the chart of pairs shows one case, by default the
  /// most telling one.
  func write(
    _ chart: Chart, ofCase name: String?, _ options: ChartOptions, in folder: FilePath
  ) throws -> FilePath {
    let table =
      chart.source == .trials
      ? DriftTable.render(run, schedule: run.document.plan.schedule()) : try table(ofCase: name)
    return try ChartTables.write(chart, table, options, in: folder)
  }

  /// The table of a case; without a name, of the most telling case.
  private func table(ofCase name: String?) throws(CommandFailure) -> String {
    let id = name ?? mostTelling
    for role in [GateRole.gated, .sham] {
      if let text = GatePairsTable.render(recording, case: id, role: role) { return text }
    }
    let known = recording.plan.cases.map(\.id.description)
    throw CommandFailure.usage(
      """
      the gate '\(path)' has no case '\(id)'; it has \(known.prefix(4).joined(separator: ", "))\
      \(known.count > 4 ? " and \(known.count - 4) more" : "")
      """)
  }

  /// The first case that failed, else the first that is invalid, else the first with an error, else
  /// the first that is inconclusive, else the first case of all.
  private var mostTelling: String {
    let cases = GateEvaluation(recording).cases
    let order: [GateVerdict] = [.fail, .invalid, .error, .inconclusive]
    let telling = order.lazy.compactMap { verdict in cases.first { $0.verdict == verdict } }.first
    return (telling ?? cases.first)?.planned.id.description ?? ""
  }

  /// The lines at the bottom of the gate's charts.
  var caption: String { ChartCaption.text(run.document) }
}
