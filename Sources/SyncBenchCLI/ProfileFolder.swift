import BenchmarkRunner
import SystemPackage

/// A run's folder that lasts as long as its command, unless its user wants to keep it.
enum ProfileFolder {
  /// Calls `body` with the folder at a path, or with one that is removed afterwards, whatever happens.
  static func running<Value>(
    keeping path: String?, _ body: (RunFolder) throws -> Value
  ) throws -> Value {
    if let path { return try body(try ResultFolder.run(at: path)) }
    Interruption.listen()
    let folder = try TemporaryFolder(for: "profile")
    defer { folder.remove() }
    return try body(RunFolder(folder.path))
  }
}
