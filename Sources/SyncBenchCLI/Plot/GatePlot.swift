import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import FoundationEssentials
import SystemPackage

/// A gate's folder whose pairs are drawn.
struct GatePlot {
  let folder: GateFolder
  private let recording: PairRecording

  /// The gate at a path; nil where that is not a gate's folder.
  init?(_ path: String) throws {
    folder = GateFolder(FilePath(path))
    let isRun = FileAccess.exists(RunFolder(folder.path).documentPath)
    guard !isRun, FileAccess.exists(folder.pairsPath) else { return nil }
    do throws(GateFolderError) {
      recording = try folder.readPairs()
    } catch {
      throw CommandFailure(message: error.description, status: .world)
    }
  }

  /// The table of a case; without a name, of the one that most needs a look.
  func table(ofCase name: String?) throws(CommandFailure) -> String {
    let id = name ?? mostTelling
    for role in [GateRole.gated, .sham] {
      if let text = GatePairsTable.render(recording, case: id, role: role) { return text }
    }
    let known = recording.plan.cases.map(\.id.description)
    throw CommandFailure(
      message: """
        the gate '\(folder.path)' has no case '\(id)'; it has \(known.prefix(4).joined(separator: ", "))\
        \(known.count > 4 ? " and \(known.count - 4) more" : "")
        """, status: .usage)
  }

  /// The first case that failed, else the first that was not decided, else the first.
  private var mostTelling: String {
    let cases = GateEvaluation(recording).cases
    let order: [GateVerdict] = [.fail, .invalid, .error, .inconclusive]
    let telling = order.lazy.compactMap { verdict in cases.first { $0.verdict == verdict } }.first
    return (telling ?? cases.first)?.planned.id.description ?? ""
  }

  /// The machine that the gate's report names, if there is one yet.
  var caption: String {
    struct Report: Decodable { let machine: String? }
    let bytes = (try? FileAccess.read(folder.path.appending("gate.json"))) ?? nil
    let report = bytes.flatMap { try? JSONDecoder().decode(Report.self, from: Data($0)) }
    return report?.machine.map(ChartCaption.plain) ?? ""
  }
}
