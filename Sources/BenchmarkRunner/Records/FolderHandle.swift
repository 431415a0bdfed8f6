import Synchronization
import SystemPackage

/// A folder of the user's that is opened when something is first made or written in it, and the same one from then
/// on, whatever takes its place.
final class FolderHandle: Sendable {
  private let path: FilePath
  private let folder = Mutex<OpenFolder?>(nil)

  /// Names a folder; it need not exist.
  init(_ path: FilePath) { self.path = path }

  /// The folder, to be written in.
  func opened() throws(Errno) -> OpenFolder {
    try folder.withLock { folder throws(Errno) in
      if let folder { return folder }
      let opened = try OpenFolder(path)
      folder = opened
      return opened
    }
  }

  /// Replaces a file of it at once, or makes it.
  func replace(
    _ name: String, with bytes: some Sequence<UInt8>
  ) throws(RunFolderError) {
    try FileAccess.writing(path.appending(name)) {
      try opened().replace(name, with: bytes, isSynced: true)
    }
  }
}
