package import SystemPackage

/// The library that counts allocations if it is preloaded.
package enum AllocationLibrary {
  /// The file's name, which SwiftPM derives from the product's name.
  package static let fileName = "libSyncbenchAllocations.so"

  /// The error that there is no library to preload.
  package struct Missing: Error, Equatable, CustomStringConvertible {
    let folder: String

    /// The missing file, where it was looked for, and the remedy.
    package var description: String {
      "there is no \(fileName) in '\(folder)', nor in a lib folder there or beside it; "
        + "`swift build -c release --product SyncbenchAllocations`, in the package that this tool was "
        + "built in, makes it"
    }
  }

  /// The path of the library: beside an executable, or in the lib folder below or beside the
  /// executable's folder.
  ///
  /// - Throws: ``Missing``, with the remedy.
  package static func path(beside executable: FilePath) throws(Missing) -> FilePath {
    let folder = executable.removingLastComponent()
    let folders = [
      folder, folder.appending("lib"), folder.removingLastComponent().appending("lib"),
    ]
    for candidate in folders.map({ $0.appending(fileName) }) where FileAccess.exists(candidate) {
      return candidate
    }
    throw Missing(folder: folder.string)
  }

  /// The value of LD_PRELOAD that adds the library to those that are preloaded already.
  ///
  /// - Parameters:
  ///   - library: The library's path.
  ///   - present: The present value; nil for none.
  /// - Returns: Nil for a path that LD_PRELOAD can't hold: the loader takes spaces and colons for
  ///   separators, and has no way to quote them.
  package static func preload(_ library: FilePath, before present: String?) -> String? {
    guard !library.string.contains(where: { $0 == ":" || $0.isWhitespace }) else { return nil }
    return library.string + (present.map { $0.isEmpty ? "" : ":" + $0 } ?? "")
  }
}
