package import SystemPackage

extension FileAccess {
  /// Removes what killed processes of this user left in a folder, and in those of its folders that are named.
  package static func removeLeftOvers(in path: FilePath, _ subfolders: [String]) {
    guard let folder = try? OpenFolder(path) else { return }
    folder.removeLeftOvers()
    for name in subfolders { (try? OpenFolder(name, in: folder))?.removeLeftOvers() }
  }
}
