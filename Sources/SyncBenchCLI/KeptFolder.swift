import BenchmarkRunner
import FoundationEssentials
import Glibc
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
    let folder = try temporary()
    // What is left behind then is a folder of the system's own for such things.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(RunFolder(FilePath(folder)))
  }

  private static func temporary() throws -> String {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/syncbench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw CommandFailure(
        message:
          "can't make a temporary folder in '\(base)': \(String(cString: strerror(errno))); set TMPDIR or give --output",
        status: .world)
    }
    return String(cString: made)
  }
}
