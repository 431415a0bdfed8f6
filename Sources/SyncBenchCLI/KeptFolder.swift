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
    Interruption.listen()
    let folder = try TemporaryFolder(for: "profile")
    defer { folder.remove() }
    return try body(RunFolder(folder.path))
  }
}
