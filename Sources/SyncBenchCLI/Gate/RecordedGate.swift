import BenchmarkAnalysis
import BenchmarkFleet
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

/// A recorded gate, whose verdicts follow from its launches alone.
struct RecordedGate {
  /// The folder of a gate, or of a fleet's gate.
  let path: String

  /// Whether the folder holds a gate, of one machine or of a fleet.
  var isGate: Bool {
    FleetFolder(FilePath(path)).isGate
      || (try? RunFolder(FilePath(path)).readDocument())?.plan.gate != nil
  }

  /// The verdicts of the recorded launches.
  func report() throws -> GateReport {
    let fleet = FleetFolder(FilePath(path))
    var report =
      if fleet.isGate {
        GateReport(try Self.merged(fleet))
      } else {
        try Self.report(of: RunFolder(FilePath(path)))
      }
    report.folder = path
    return report
  }

  private static func report(of folder: RunFolder) throws -> GateReport {
    let run = try folder.readWholeGate()
    guard let report = GateReport(run) else { throw RunFolderError.noGate(folder.path.string) }
    return report
  }

  /// The pairs that the nodes of a fleet's gate have recorded so far.
  private static func merged(_ folder: FleetFolder) throws -> PairRecording {
    try FleetFailure.naming {
      let fleet = try folder.read()
      for node in fleet.nodes where !FileAccess.isFolder(folder.run(of: node).path) {
        Console.note("warning: \(node.name) has gated nothing: `fleet status` says why")
      }
      let merged = try folder.mergedGate(of: fleet) { PairRecording($0) }
      for warning in merged.warnings { Console.note("warning: \(warning)") }
      return merged.recording
    }
  }
}
