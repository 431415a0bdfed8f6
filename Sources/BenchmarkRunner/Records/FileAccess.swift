import Glibc
package import SystemPackage

/// Whole files, read and written with the errors of ``RunFolderError``.
package enum FileAccess {
  /// Returns all bytes of a file; nil if there is no such file.
  package static func read(_ path: FilePath) throws(RunFolderError) -> [UInt8]? {
    try reading(path) { file, size in
      var bytes: [UInt8] = []
      guard size <= longestFile else { throw tooLarge(path) }
      bytes.reserveCapacity(size)
      var buffer = [UInt8](repeating: 0, count: bufferLength(size))
      while case let count = try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }),
        count > 0
      {
        bytes += buffer.prefix(count)
        // A file of /proc reports no size, and may have no end.
        if bytes.count > longestFile { throw tooLarge(path) }
      }
      return bytes
    }
  }

  /// The number of bytes of the longest file that is read whole: ten times the length of a plan of
  /// 10,000 cases.
  private static let longestFile = 128 << 20

  private static func tooLarge(_ path: FilePath) -> RunFolderError {
    .tooLarge(path.string, limit: longestFile)
  }

  /// The number of bytes of a file that are read in one call.
  ///
  /// Filling a megabyte with zeros takes longer than reading most files. The buffer of a file below
  /// 1 MiB is longer than the file, so that only a file that has grown fills it.
  static func bufferLength(_ size: Int) -> Int { min(max(size + 1, 4096), 1 << 20) }

  /// Opens a plain file and calls `body` with the file and its size; nil if there is no file.
  static func reading<Result>(
    _ path: FilePath, _ body: (FileDescriptor, _ size: Int) throws -> Result
  ) throws(RunFolderError) -> Result? {
    do {
      // The open does not wait, because a pipe in the file's place would block it forever.
      let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      return try file.closeAfter {
        var status = stat()
        guard fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        if let kind = kind(of: status) { throw RunFolderError.notAFile(path.string, kind: kind) }
        return try body(file, Int(status.st_size))
      }
    } catch let error as RunFolderError {
      throw error
    } catch let errno as Errno {
      if errno == .noSuchFileOrDirectory { return nil }
      // A socket can't be opened, nor a device without its driver; the path still tells the kind.
      var status = stat()
      if stat(path.string, &status) == 0, let kind = kind(of: status) {
        throw .notAFile(path.string, kind: kind)
      }
      throw .cannotRead(path.string, errno)
    } catch {
      throw .cannotRead(path.string, .ioError)
    }
  }

  /// The kind of an entry that is no plain file; nil for a plain file.
  private static func kind(of status: stat) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  /// Writes a file that the user named.
  ///
  /// An existing pipe or device, such as /dev/stdout, is written into, and not replaced.
  package static func write(_ text: String, to path: String) throws(RunFolderError) {
    var present = stat()
    // A path in /dev counts as a device, even if it leads to a file of the user's.
    let isDevice = ["/dev", "/dev/fd", "/proc/self/fd"].contains(
      FilePath(path).removingLastComponent())
    if isDevice || stat(path, &present) == 0 && present.st_mode & S_IFMT != S_IFREG {
      return try append(text, to: path)
    }
    if path.hasSuffix("/") { throw .cannotWrite(path, .isDirectory) }
    try replace(FilePath(path), with: text.utf8)
  }

  /// Adds a text to the end of a file that the user named, and makes the file if there is none.
  package static func append(_ text: String, to path: String) throws(RunFolderError) {
    try writing(FilePath(path)) {
      // The open does not wait, because a pipe without a reader would block it forever.
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .append, .closeOnExec, .nonBlocking],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      _ = fcntl(file.rawValue, F_SETFL, O_WRONLY | O_APPEND)
      _ = try file.closeAfter { try file.writeAll(text.utf8) }
    }
  }

  /// Replaces a file or a link atomically: a reader sees the old or the new bytes, even after a
  /// kill.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - bytes: The new contents.
  ///   - isSynced: Whether the bytes are on the disk when the function returns, which is not needed
  ///     for a file that can be made again.
  package static func replace(
    _ path: FilePath, with bytes: some Sequence<UInt8>, isSynced: Bool = true
  ) throws(RunFolderError) {
    try writing(path) {
      guard let name = path.lastComponent else { throw Errno.noSuchFileOrDirectory }
      try OpenFolder(path.removingLastComponent())
        .replace(name.string, with: bytes, isSynced: isSynced)
    }
  }

  /// Makes a folder in another folder; an existing entry of that name must be a folder, not a link.
  package static func makeFolder(
    _ name: String, in folder: FilePath
  ) throws(RunFolderError) -> FilePath {
    let path = folder.appending(name)
    do throws(RunFolderError) {
      _ = try writing(path) { try OpenFolder(folder).makeFolder(name) }
    } catch {
      throw error == .cannotWrite(path.string, .notDirectory) ? .notAFolder(path.string) : error
    }
    return path
  }

  /// Makes a folder and the folders above it.
  package static func makeFolder(_ path: FilePath) throws(RunFolderError) {
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

  /// The part of a path that exists and is no folder, which keeps the folders below it from being
  /// made.
  private static func file(at path: FilePath) -> FilePath {
    var part = path
    while !exists(part), !part.removingLastComponent().isEmpty { part.removeLastComponent() }
    return part
  }

  /// Removes a folder with all that is in it, as far as possible.
  package static func removeFolder(_ path: FilePath) {
    guard let name = path.lastComponent else { return }
    (try? OpenFolder(path.removingLastComponent()))?.remove(name.string)
  }

  /// Removes the left-overs of this user's killed processes in a folder and in the named folders
  /// inside it.
  package static func removeLeftOvers(in path: FilePath, _ subfolders: [String]) {
    guard let folder = try? OpenFolder(path) else { return }
    folder.removeLeftOvers()
    for name in subfolders { (try? OpenFolder(name, in: folder))?.removeLeftOvers() }
  }

  /// The names in a folder, without `.` and `..`; empty if there is no folder.
  package static func names(in path: FilePath) -> [String] {
    (try? OpenFolder(path))?.names() ?? []
  }

  /// The path that a link leads to; nil if it can't be read.
  static func target(ofLink path: String) -> FilePath? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(path, &buffer, buffer.count)
    guard length > 0 else { return nil }
    return FilePath(
      String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  /// Whether the path leads to a folder.
  package static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return stat(path.string, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether the path leads to anything.
  package static func exists(_ path: FilePath) -> Bool { access(path.string, F_OK) == 0 }

  /// Appends a text and waits until the text is on the disk; `path` names the file in errors.
  static func append(
    _ text: String, to file: FileDescriptor, path: FilePath
  ) throws(RunFolderError) {
    try writing(path) {
      try file.writeAll(text.utf8)
      _ = try OpenFolder.checked { fdatasync(file.rawValue) }
    }
  }

  /// Locks a folder that is written into, and removes the left-overs of killed processes.
  ///
  /// - Throws: ``RunFolderError/locked(_:)``, naming `owner`, if another process has the lock.
  static func lock(_ folder: OpenFolder, of owner: FilePath) throws(RunFolderError) {
    do throws(Errno) {
      try folder.lock()
    } catch {
      throw error == .wouldBlock ? .locked(owner.string) : .cannotWrite(owner.string, error)
    }
    folder.removeLeftOvers()
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
