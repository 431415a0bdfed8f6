import Glibc
public import SystemPackage

/// Whole files, read and written with the errors of ``RunFolderError``.
public enum FileAccess {
  /// All bytes of a file; nil where there is none.
  public static func read(_ path: FilePath) throws(RunFolderError) -> [UInt8]? {
    try reading(path) { file, size in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(size)
      var buffer = [UInt8](repeating: 0, count: 1 << 20)
      while case let count = try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }),
        count > 0
      { bytes += buffer.prefix(count) }
      return bytes
    }
  }

  /// Opens a plain file to be read, and hands it on with its size; nil where there is none.
  static func reading<Result>(
    _ path: FilePath, _ body: (FileDescriptor, _ size: Int) throws -> Result
  ) throws(RunFolderError) -> Result? {
    do {
      // Without waiting: a pipe in the file's place would hold the reader for ever.
      let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      return try file.closeAfter {
        var status = stat()
        guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
          throw Errno.invalidArgument
        }
        return try body(file, Int(status.st_size))
      }
    } catch let error as RunFolderError {
      throw error
    } catch let errno as Errno {
      if errno == .noSuchFileOrDirectory { return nil }
      throw .cannotRead(path.string, errno)
    } catch {
      throw .cannotRead(path.string, .ioError)
    }
  }

  /// Replaces a file at once: a reader, or a kill, sees the old bytes or the new.
  static func replace(_ path: FilePath, with bytes: some Sequence<UInt8>) throws(RunFolderError) {
    let temporary = FilePath(path.string + ".new")
    try writing(path) {
      let file = try FileDescriptor.open(
        temporary, .writeOnly, options: [.create, .truncate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try file.closeAfter {
        try file.writeAll(bytes)
        guard fdatasync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
      }
      guard rename(temporary.string, path.string) == 0 else { throw Errno(rawValue: errno) }
    }
  }

  /// Makes a folder and those above it.
  public static func makeFolder(_ path: FilePath) throws(RunFolderError) {
    if mkdir(path.string, 0o755) == 0 { return }
    var reason = Errno(rawValue: errno)
    let above = path.removingLastComponent()
    if reason == .noSuchFileOrDirectory, !above.isEmpty, !exists(above) {
      try makeFolder(above)
      if mkdir(path.string, 0o755) == 0 { return }
      reason = Errno(rawValue: errno)
    }
    if reason == .fileExists, isFolder(path) { return }
    if reason == .fileExists || reason == .notDirectory { throw .notAFolder(file(at: path).string) }
    throw .cannotWrite(path.string, reason)
  }

  /// The part of a path that is there and no folder, which keeps the rest from being made.
  private static func file(at path: FilePath) -> FilePath {
    var part = path
    while !exists(part), !part.removingLastComponent().isEmpty { part.removeLastComponent() }
    return part
  }

  /// The names in a folder but for its own and its parent's; none where there is no folder.
  static func names(in path: FilePath) -> [String] {
    guard let directory = opendir(path.string) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Whether a folder is there.
  public static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return stat(path.string, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether anything is there.
  public static func exists(_ path: FilePath) -> Bool { access(path.string, F_OK) == 0 }

  /// Opens a file that is there, for lines to be added at its end.
  static func openToAppend(_ path: FilePath) throws(RunFolderError) -> FileDescriptor {
    try writing(path) {
      try FileDescriptor.open(path, .writeOnly, options: [.append, .closeOnExec])
    }
  }

  /// Appends a text and waits until it is on the disk; `path` is the file's, for errors.
  static func append(
    _ text: String, to file: FileDescriptor, path: FilePath
  ) throws(RunFolderError) {
    try writing(path) {
      try file.writeAll(text.utf8)
      guard fdatasync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
  }

  /// Makes a folder where there is none, and locks it; the kernel drops the lock when the process ends,
  /// however it ends.
  ///
  /// - Throws: ``RunFolderError/locked(_:)``, naming `owner`, where another has the lock.
  static func lock(
    _ folder: FilePath, of owner: FilePath
  ) throws(RunFolderError) -> FileDescriptor {
    try makeFolder(folder)
    let directory = try writing(folder) {
      try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
    }
    if flock(directory.rawValue, LOCK_EX | LOCK_NB) != 0 {
      try? directory.close()
      throw .locked(owner.string)
    }
    return directory
  }

  /// Gives back what `lock(_:of:)` took.
  ///
  /// To close it is not enough: a child that has been forked and has not come to its exec holds the same open
  /// file, and the lock with it.
  static func unlock(_ directory: FileDescriptor) {
    flock(directory.rawValue, LOCK_UN)
    try? directory.close()
  }

  /// Turns an `Errno` of writing into an error that names the file.
  static func writing<Result>(
    _ path: FilePath, _ body: () throws -> Result
  ) throws(RunFolderError) -> Result {
    do {
      return try body()
    } catch let errno as Errno {
      throw .cannotWrite(path.string, errno)
    } catch {
      throw .cannotWrite(path.string, .ioError)
    }
  }
}
