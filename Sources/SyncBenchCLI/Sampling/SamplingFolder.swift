import Glibc
import SystemPackage

/// A private folder for what perf records; ``remove()`` it.
struct SamplingFolder {
  private let path: FilePath

  /// Where perf writes its record.
  var record: FilePath { path.appending("perf.data") }

  init() throws(SamplingError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(parent)/syncbench-stacks-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw .cannotWrite(parent) }
    path = FilePath(platformString: name)
  }

  /// Removes it and what perf put there.
  func remove() {
    unlink(record.string)
    unlink(record.string + ".old")
    rmdir(path.string)
  }
}
