public import BenchmarkModel
import Glibc
public import SystemPackage

/// The folder in which baselines of counts are stored, each in a folder of its own, a file a toolchain.
public struct BaselineFolder: Sendable {
  /// The folder.
  public let path: FilePath

  /// Names a folder; it need not exist.
  public init(_ path: FilePath) { self.path = path }

  /// Where a baseline's files are.
  public func folder(of name: BaselineName) -> FilePath { path.appending(name.description) }

  /// The names of the stored baselines.
  public func names() -> [BaselineName] {
    FileAccess.names(in: path).sorted().compactMap { try? BaselineName($0) }
      .filter { !Self.files(in: folder(of: $0)).isEmpty }
  }

  /// The files of a baseline, by name, each as it was read.
  ///
  /// - Throws: ``BaselineFolderError`` where there is no such baseline, or a file can't be read.
  public func read(_ name: BaselineName) throws(BaselineFolderError) -> [StoredBaseline] {
    let files = Self.files(in: folder(of: name))
    guard !files.isEmpty else {
      throw .missing(name: name.description, folder: path.string, known: names().map(\.description))
    }
    return try files.map { file throws(BaselineFolderError) in try Self.read(file) }
  }

  /// Removes a baseline's files, and its folder where nothing else is in it; returns the files.
  ///
  /// - Throws: ``BaselineFolderError`` where one of them is no baseline: then none is removed.
  public func remove(_ name: BaselineName) throws(BaselineFolderError) -> [FilePath] {
    let folder = folder(of: name)
    // A link would have files removed that are somewhere else.
    let own = Result { () throws(Errno) in
      try OpenFolder(name.description, in: OpenFolder(path))
    }
    if case .failure(.tooManySymbolicLinkLevels) = own { throw .link(folder.string) }
    let files = try read(name).map(\.file)
    for file in files {
      do throws(Errno) {
        try own.get().removeFile(file.lastComponent?.string ?? "")
      } catch {
        throw .cannotRemove(file.string, error)
      }
    }
    rmdir(folder.string)
    return files
  }

  /// Reads one file.
  public static func read(_ file: FilePath) throws(BaselineFolderError) -> StoredBaseline {
    let bytes: [UInt8]?
    do throws(RunFolderError) {
      bytes = try FileAccess.read(file)
    } catch {
      throw .unreadable(error.description)
    }
    guard let bytes else { throw .unreadable("there is no '\(file)'") }
    do throws(CountBaselineError) {
      return StoredBaseline(
        file: file, baseline: try CountBaseline(bytes: bytes, file: file.string))
    } catch {
      throw .bad(error)
    }
  }

  /// Reads what a path names: a file, or in a baseline's folder the file of a toolchain.
  ///
  /// - Throws: ``BaselineFolderError`` where the folder has none for it, with those that it has.
  public static func read(
    at path: FilePath, for toolchain: CountToolchain
  ) throws(BaselineFolderError) -> StoredBaseline {
    guard FileAccess.exists(path) else { throw .unreadable("there is no '\(path)'") }
    guard FileAccess.isFolder(path) else { return try read(path) }
    let file = path.appending(toolchain.fileName)
    guard FileAccess.exists(file) else {
      throw .noFile(
        folder: path.string, wanted: toolchain.fileName,
        known: files(in: path).compactMap { $0.lastComponent?.string })
    }
    return try read(file)
  }

  private static func files(in folder: FilePath) -> [FilePath] {
    FileAccess.names(in: folder).filter { $0.hasPrefix("swift-") && $0.hasSuffix(".json") }
      .sorted().map { folder.appending($0) }
  }
}

/// A baseline and the file it was read from.
public struct StoredBaseline: Equatable, Sendable {
  /// The file.
  public let file: FilePath
  /// The baseline.
  public let baseline: CountBaseline

  /// Makes it of its parts.
  public init(file: FilePath, baseline: CountBaseline) {
    self.file = file
    self.baseline = baseline
  }
}

/// Why a stored baseline can't be read or removed.
public enum BaselineFolderError: Error, Equatable, CustomStringConvertible {
  /// There is no baseline of that name.
  case missing(name: String, folder: String, known: [String])
  /// A baseline's folder has no file of this toolchain.
  case noFile(folder: String, wanted: String, known: [String])
  /// A file can't be read, and why.
  case unreadable(String)
  /// A file is no baseline.
  case bad(CountBaselineError)
  /// The folder is a link to another one.
  case link(String)
  /// The system refused.
  case cannotRemove(String, Errno)

  /// One line: what, where and the remedy.
  public var description: String {
    switch self {
    case .missing(let name, let folder, let known):
      "there is no baseline '\(name)' in '\(folder)'; "
        + (known.isEmpty
          ? "`syncbench baseline record \(name)` makes one"
          : "there are \(known.joined(separator: ", "))")
    case .noFile(let folder, let wanted, let known):
      "'\(folder)' has no '\(wanted)', for the toolchain of this build; "
        + (known.isEmpty ? "" : "it has \(known.joined(separator: ", ")); ")
        + "`syncbench baseline record \(FilePath(folder).lastComponent?.string ?? "NAME")` makes it"
    case .unreadable(let detail): "\(detail); `syncbench baseline list` shows what is stored"
    case .bad(let error): error.description
    case .link(let path):
      "'\(path)' is a link; remove the baseline where it really is, and then the link"
    case .cannotRemove(let path, let errno):
      "can't remove '\(path)': \(errno); check the permissions"
    }
  }
}
