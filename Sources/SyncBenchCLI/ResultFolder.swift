import BenchmarkRunner
import Glibc
import SystemPackage

/// The folder that a command writes its results into.
enum ResultFolder {
  /// The folder if the user names none: under results/, named after `prefix` and the time in UTC.
  static func named(after prefix: String) -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      let length = strftime(buffer.baseAddress, buffer.count, "%Y%m%d-%H%M%S", &parts)
      return String(decoding: buffer.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return "results/" + prefix + text
  }

  /// Returns the folder of a run at a path.
  ///
  /// - Throws: ``CommandFailure`` if the path is empty.
  static func run(at path: String) throws(CommandFailure) -> RunFolder {
    guard !path.isEmpty else { throw .usage("the path of the folder is empty") }
    return RunFolder(FilePath(path))
  }
}
