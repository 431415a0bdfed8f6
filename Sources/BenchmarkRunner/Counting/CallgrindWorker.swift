import Glibc
import Synchronization
import SystemPackage

/// The executable that runs under valgrind: a readable copy, made once and removed with this value.
final class CallgrindWorker: Sendable {
  private let executable: FilePath?
  private let contents: FilePath?
  private let copy = Mutex<(folder: CallgrindFolder, path: FilePath)?>(nil)

  /// - Parameters:
  ///   - executable: The tool; nil for the running executable.
  ///   - contents: The path from which the tool's bytes are read; nil for the tool's own path.
  init(_ executable: FilePath?, contents: FilePath? = nil) {
    self.executable = executable
    self.contents = contents
  }

  deinit { copy.withLock { $0?.folder.remove() } }

  /// The path of the copy, which is made at the first call.
  func path() throws(CallgrindError) -> FilePath {
    try copy.withLock { copy throws(CallgrindError) in
      if let copy { return copy.path }
      guard let original else { throw .cannotPrepare("/proc is not mounted") }
      let folder = try CallgrindFolder()
      do throws(CallgrindError) {
        // /proc/self/exe is the running file, even if a build has replaced it since.
        let path = try folder.copy(of: contents ?? executable ?? "/proc/self/exe", name: original)
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
    return (original?.removingLastComponent().string ?? "") + present
  }

  private var original: FilePath? { executable ?? RunningExecutable.path() }
}
