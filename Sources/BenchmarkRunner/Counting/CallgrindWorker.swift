import Glibc
import Synchronization
import SystemPackage

/// The executable that runs under valgrind: a copy without the sections that valgrind can't read,
/// made once and removed with this value.
final class CallgrindWorker: Sendable {
  private let executable: WorkerExecutable
  private let copy = Mutex<(folder: CallgrindFolder, path: FilePath)?>(nil)

  init(_ executable: WorkerExecutable) { self.executable = executable }

  deinit { copy.withLock { $0?.folder.remove() } }

  /// The path of the copy, which is made at the first call.
  func path() throws(CallgrindError) -> FilePath {
    try copy.withLock { copy throws(CallgrindError) in
      if let copy { return copy.path }
      guard let original = executable.path else {
        throw .cannotPrepare("/proc is not mounted; mount it")
      }
      let folder = try CallgrindFolder()
      do throws(CallgrindError) {
        let path = try folder.copy(of: executable.launchPath, name: original)
        copy = (folder, path)
        return path
      } catch {
        folder.remove()
        throw error
      }
    }
  }

  /// The library path with which the copy finds the libraries beside the original.
  var libraryPath: String {
    let present = getenv("LD_LIBRARY_PATH").map { ":" + String(cString: $0) } ?? ""
    return (executable.path?.removingLastComponent().string ?? "") + present
  }
}
