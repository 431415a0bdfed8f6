import Glibc
public import SystemPackage

/// A folder of this user's alone, below TMPDIR; its maker removes it.
public struct TemporaryFolder: Sendable {
  /// The folder.
  public let path: FilePath

  /// Makes it below TMPDIR, else below /tmp.
  ///
  /// - Parameter purpose: A word of its name, in kebab case.
  /// - Throws: What kept it from being made.
  public init(for purpose: String) throws(Errno) {
    var template = Array("\(Self.above)/syncbench-\(purpose)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    path = FilePath(platformString: template)
  }

  /// Where it is made: TMPDIR, else /tmp.
  public static var above: String {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  /// Removes the folder and all that is in it, as far as that can be done.
  public func remove() { Self.remove(path) }

  /// Removes a folder and all that is in it, as far as that can be done.
  public static func remove(_ folder: FilePath) {
    for name in FileAccess.names(in: folder) {
      let entry = folder.appending(name)
      // A link is removed, not followed.
      if unlink(entry.string) != 0 { remove(entry) }
    }
    rmdir(folder.string)
  }
}
