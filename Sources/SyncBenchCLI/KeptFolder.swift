import BenchmarkRunner
import SystemPackage

/// A run's folder that lasts as long as its command, unless its user wants to keep it.
enum KeptFolder {
  /// Calls `body` with the folder at a path, or with one that is removed afterwards, whatever happens.
  static func running<Value>(
    keeping path: String?, _ body: (RunFolder) throws -> Value
  ) throws -> Value {
    if let path {
      guard !path.isEmpty else {
        throw CommandFailure(message: "an empty path names no folder", status: .usage)
      }
      return try body(RunFolder(FilePath(path)))
    }
    let folder: TemporaryFolder
    do throws(Errno) {
      folder = try TemporaryFolder(for: "profile")
    } catch {
      throw CommandFailure(
        message:
          "can't make a temporary folder in '\(TemporaryFolder.above)': \(error); set TMPDIR or give --output",
        status: .world)
    }
    defer { folder.remove() }
    return try body(RunFolder(folder.path))
  }
}
