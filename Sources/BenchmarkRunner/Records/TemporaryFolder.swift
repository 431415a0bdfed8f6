import Glibc
import Synchronization
package import SystemPackage

/// A folder for this user alone, which is removed by ``remove()`` or else when the process ends;
/// after a kill, it is removed when the next such folder is made beside it.
package struct TemporaryFolder: Sendable {
  package let path: FilePath

  private let above: OpenFolder
  private let name: String
  private let own: OpenFolder

  private static let living = Mutex<[FilePath: TemporaryFolder]>([:])

  // A task may remove its folder while the main thread exits. A folder is removed under the lock,
  // so the process ends only after the removal.
  private static let atExit: Void = {
    atexit { TemporaryFolder.living.withLock { for folder in $0.values { folder.removeAtOnce() } } }
  }()

  /// Makes a folder below TMPDIR, else below /tmp.
  ///
  /// - Parameter purpose: A word of the folder's name, in kebab case.
  /// - Throws: ``RunFolderError/noTemporaryFolder(_:_:)``.
  package init(for purpose: String) throws(RunFolderError) {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let above = named.isEmpty ? "/tmp" : named
    do throws(Errno) {
      try self.init(for: purpose, below: FilePath(above))
    } catch {
      throw .noTemporaryFolder(above, error)
    }
  }

  /// Makes a temporary folder in `folder`, for files that are not complete yet.
  package init(for purpose: String, in folder: FilePath) throws(RunFolderError) {
    do throws(Errno) {
      try self.init(for: purpose, below: folder)
    } catch {
      throw .cannotWrite(folder.string, error)
    }
  }

  private init(for purpose: String, below folder: FilePath) throws(Errno) {
    above = try OpenFolder(folder)
    (name, own) = try above.makeTemporaryFolder(for: purpose)
    path = folder.appending(name)
    _ = Self.atExit
    Self.living.withLock { $0[path] = self }
  }

  /// Moves a file into the folder above this folder, and replaces a file of that name there.
  package func release(_ file: String) throws(RunFolderError) {
    do throws(Errno) {
      try own.move(file, to: above)
    } catch {
      throw .cannotWrite(path.removingLastComponent().appending(file).string, error)
    }
  }

  /// Removes the folder and all that is in it, as far as possible.
  package func remove() {
    Self.living.withLock { if $0.removeValue(forKey: path) != nil { removeAtOnce() } }
  }

  private func removeAtOnce() { above.remove(name) }
}
