import BenchmarkModel
import BenchmarkRunner

extension Build {
  /// The version of the measured executable, for run.json.
  static var version: ToolVersion { Session.build.version(of: Session.executable) }

  /// Refuses a debug build, which would measure its own checks.
  static func refuseDebug() throws(CommandFailure) {
    #if DEBUG
      throw CommandFailure.usage(WorkerError.debugBuild.description)
    #endif
  }

  /// Refuses to finish a run that another build began.
  static func checkSameExecutable(
    _ document: RunDocument, _ folder: RunFolder
  ) throws(CommandFailure) {
    guard document.tool.executable == version.executable else {
      throw CommandFailure.world(
        "'\(folder.path)' was begun by another build; check that commit out, or measure anew")
    }
  }
}
