import Synchronization
import SystemPackage

/// A folder of the user's, opened at the first write; later writes go to the same folder, even if
/// another folder has taken its place.
final class FolderHandle: Sendable {
  private let path: FilePath
  private let folder = Mutex<OpenFolder?>(nil)

  /// Names a folder, which need not exist.
  init(_ path: FilePath) { self.path = path }

  /// Returns the folder, opened for writing.
  func opened() throws(Errno) -> OpenFolder {
    try folder.withLock { folder throws(Errno) in
      if let folder { return folder }
      let opened = try OpenFolder(path)
      folder = opened
      return opened
    }
  }

  /// Replaces a file of the folder atomically, or makes the file.
  func replace(
    _ name: String, with bytes: some Sequence<UInt8>
  ) throws(RunFolderError) {
    try FileAccess.writing(path.appending(name)) {
      try opened().replace(name, with: bytes, isSynced: true)
    }
  }
}
