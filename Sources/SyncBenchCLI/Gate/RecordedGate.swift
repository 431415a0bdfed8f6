import BenchmarkAnalysis
import BenchmarkFleet
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

/// A gate that was recorded: its verdicts follow from its pairs alone.
struct RecordedGate {
  /// A pairs.csv, or the folder that holds one.
  let path: String

  /// The verdicts of the recorded pairs.
  func report() throws -> GateReport {
    let recording = try recording()
    if recording.isTorn {
      Console.note("the last line of '\(path)' was cut short, and is left out")
    }
    var report = GateReport(GateEvaluation(recording))
    report.repeatedPairs = recording.rows.count {
      if case .repeated = $0.outcome { true } else { false }
    }
    report.pairsFile = file.string
    return report
  }

  private func recording() throws -> PairRecording {
    let fleet = FleetFolder(FilePath(path))
    if fleet.isGate { return try Self.merged(fleet) }
    do throws(GateFolderError) {
      return try GateFolder.readPairs(at: file)
    } catch {
      throw CommandFailure(message: error.description, status: .world)
    }
  }

  /// What the nodes of a fleet's gate have recorded so far.
  private static func merged(_ folder: FleetFolder) throws -> PairRecording {
    try FleetFailure.naming {
      let fleet = try folder.read()
      for node in fleet.nodes where !FileAccess.isFolder(folder.run(of: node).path) {
        Console.note("warning: \(node.name) has gated nothing: `fleet status` says why")
      }
      let merged = try folder.mergedGate(of: fleet)
      for warning in merged.warnings { Console.note("warning: \(warning)") }
      return merged.recording
    }
  }

  /// The table itself.
  var file: FilePath {
    let path = FilePath(path)
    return FileAccess.isFolder(path) ? GateFolder(path).pairsPath : path
  }
}
