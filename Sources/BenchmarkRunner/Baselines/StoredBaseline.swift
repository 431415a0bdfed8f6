package import BenchmarkModel
package import SystemPackage

/// A baseline of counts and the file it was read from.
package struct StoredBaseline: Equatable, Sendable {
  package let file: FilePath
  package let baseline: CountBaseline

  package init(file: FilePath, baseline: CountBaseline) {
    self.file = file
    self.baseline = baseline
  }

  /// Reads the file at `path`; if `path` is a folder, reads the folder's file for `toolchain`.
  package init(
    at path: FilePath, for toolchain: CountToolchain
  ) throws(StoredBaselineError) {
    guard FileAccess.exists(path) else { throw .missing(path.string) }
    guard FileAccess.isFolder(path) else {
      try self.init(reading: path)
      return
    }
    let file = path.appending(toolchain.fileName)
    guard FileAccess.exists(file) else {
      throw .noFile(
        folder: path.string, wanted: toolchain.fileName,
        known: FileAccess.names(in: path)
          .filter { $0.hasPrefix("swift-") && $0.hasSuffix(".json") }.sorted())
    }
    try self.init(reading: file)
  }

  private init(reading file: FilePath) throws(StoredBaselineError) {
    let bytes: [UInt8]?
    do throws(RunFolderError) {
      bytes = try FileAccess.read(file)
    } catch {
      throw .unreadable(error)
    }
    guard let bytes else { throw .missing(file.string) }
    do throws(CountBaselineError) {
      self.init(file: file, baseline: try CountBaseline(bytes: bytes, file: file.string))
    } catch {
      throw .bad(error)
    }
  }
}

/// The reason why a stored baseline can't be read.
package enum StoredBaselineError: Error, Equatable, CustomStringConvertible {
  /// Nothing is at the path.
  case missing(String)
  /// The folder has no file of this toolchain.
  case noFile(folder: String, wanted: String, known: [String])
  /// The system refused to read the file.
  case unreadable(RunFolderError)
  /// The file is no baseline.
  case bad(CountBaselineError)

  /// One line: error, path and remedy.
  package var description: String {
    switch self {
    case .missing(let path):
      "there is no '\(path)'; `syncbench gate --counts FOLDER --record` makes a folder of counts"
    case .noFile(let folder, let wanted, let known):
      "'\(folder)' has no '\(wanted)', for the toolchain of this build; "
        + (known.isEmpty ? "" : "it has \(known.joined(separator: ", ")); ")
        + "`syncbench gate --counts \(folder) --record` makes it"
    case .unreadable(let error): error.description
    case .bad(let error): error.description
    }
  }
}
