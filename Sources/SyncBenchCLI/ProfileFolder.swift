import BenchmarkRunner
import SystemPackage

/// The folder of a profile's run, which is removed at the command's end unless the user keeps it.
enum ProfileFolder {
  /// Calls `body` with the folder at a path, or with a temporary folder that is always removed
  /// afterwards.
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
