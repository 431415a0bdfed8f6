import Glibc
import SystemPackage

/// A folder that is held open, and used through its descriptor.
///
/// Links in the folder are not followed. So nothing outside of the folder is written or removed,
/// whoever made the folder and whatever takes its place.
final class OpenFolder: Sendable {
  private let descriptor: Int32

  private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

  /// Opens a folder by a path of the user's, which may have links in it; an empty path is the
  /// current folder.
  init(_ path: FilePath) throws(Errno) {
    descriptor = try Self.checked { open(path.isEmpty ? "." : path.string, Self.flags) }
  }

  /// Opens a folder in another folder.
  ///
  /// - Throws: `Errno.tooManySymbolicLinkLevels` if the name is a link.
  init(_ name: String, in above: OpenFolder) throws(Errno) {
    do throws(Errno) {
      descriptor = try Self.checked { openat(above.descriptor, name, Self.flags | O_NOFOLLOW) }
    } catch {
      let isLink = above.status(of: name).map { $0.st_mode & S_IFMT == S_IFLNK } == true
      throw isLink ? .tooManySymbolicLinkLevels : error
    }
  }

  deinit { close(descriptor) }

  // MARK: Contents

  /// The names in the folder, without `.` and `..`.
  func names() -> [String] {
    // The folder is opened anew, because a duplicate of `descriptor` would share its read position.
    guard let fresh = try? Self.checked({ openat(descriptor, ".", Self.flags) }) else { return [] }
    guard let directory = fdopendir(fresh) else {
      close(fresh)
      return []
    }
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

  /// Opens a folder in this folder, and makes it if there is none.
  func makeFolder(_ name: String) throws(Errno) -> OpenFolder {
    if mkdirat(descriptor, name, 0o755) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
    return try OpenFolder(name, in: self)
  }

  /// Removes a file or a link.
  func removeFile(_ name: String) throws(Errno) {
    if unlinkat(descriptor, name, 0) != 0 { throw Errno(rawValue: errno) }
  }

  /// Removes a file or a folder with all its contents, as far as possible.
  ///
  /// - Parameter depth: The depth to which nested folders are emptied; this tool nests its folders
  ///   less deeply.
  func remove(_ name: String, depth: Int = 16) {
    if unlinkat(descriptor, name, 0) == 0 || depth == 0 { return }
    guard let folder = try? OpenFolder(name, in: self) else { return }
    // The system's refusal may be temporary, so the removal of what is left is tried once more.
    for _ in 0..<2 {
      for entry in folder.names() { folder.remove(entry, depth: depth - 1) }
      if unlinkat(descriptor, name, AT_REMOVEDIR) == 0 { return }
    }
  }

  /// Moves a file into another folder, and replaces a file of that name.
  func move(_ name: String, to folder: OpenFolder) throws(Errno) {
    if renameat(descriptor, name, folder.descriptor, name) != 0 { throw Errno(rawValue: errno) }
  }

  /// Replaces a file atomically: a reader sees the old or the new bytes, even after a kill.
  ///
  /// - Parameter isSynced: Whether the bytes are on the disk when the function returns.
  func replace(_ name: String, with bytes: some Sequence<UInt8>, isSynced: Bool) throws(Errno) {
    let temporary = try makeTemporary("new") { name in
      openat(descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    }
    defer { close(temporary.descriptor) }
    do {
      try FileDescriptor(rawValue: temporary.descriptor).writeAll(bytes)
      if isSynced { _ = try Self.checked { fdatasync(temporary.descriptor) } }
      _ = try Self.checked { renameat(descriptor, temporary.name, descriptor, name) }
    } catch {
      unlinkat(descriptor, temporary.name, 0)
      throw error as? Errno ?? .ioError
    }
  }

  /// Writes a file of the folder anew, and opens it for appending.
  ///
  /// - Parameter path: The file's path: its last part is the file's name in this folder, and the
  ///   whole path is for errors.
  func opened(_ path: FilePath, with text: String) throws(RunFolderError) -> FileDescriptor {
    try FileAccess.writing(path) {
      let name = path.lastComponent?.string ?? ""
      try replace(name, with: text.utf8, isSynced: true)
      let flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC
      return FileDescriptor(rawValue: try Self.checked { openat(descriptor, name, flags) })
    }
  }

  // MARK: Locks

  /// Locks the folder; the kernel drops the lock whenever this process ends.
  ///
  /// - Throws: `Errno.wouldBlock` if another process has the lock.
  func lock() throws(Errno) {
    _ = try Self.checked { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Releases the lock.
  ///
  /// Closing the folder is not enough: a forked child that has not reached its exec holds the same
  /// open file, and so holds the lock.
  func unlock() { flock(descriptor, LOCK_UN) }

  // MARK: Files that end with their process

  /// Makes a folder for this process alone, with an unpredictable name.
  func makeTemporaryFolder(for purpose: String) throws(Errno) -> (name: String, folder: OpenFolder)
  {
    let made = try makeTemporary(purpose) { name in
      guard mkdirat(descriptor, name, 0o700) == 0 else { return -1 }
      let opened = openat(descriptor, name, Self.flags | O_NOFOLLOW)
      if opened < 0 {
        let reason = errno
        unlinkat(descriptor, name, AT_REMOVEDIR)
        errno = reason
      }
      return opened
    }
    return (made.name, OpenFolder(descriptor: made.descriptor))
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Makes a file or folder that is locked as long as its descriptor is open; so if such an entry
  /// is unlocked, the process that made it was killed.
  private func makeTemporary(
    _ purpose: String, _ make: (String) -> Int32
  ) throws(Errno) -> (name: String, descriptor: Int32) {
    removeLeftOvers()
    var reason = EEXIST
    for _ in 0..<8 {
      let name = TemporaryName.drawn(for: purpose)
      let made = make(name)
      reason = made < 0 ? errno : EEXIST
      if reason == EINTR { continue }
      // Another process may have removed the entry as a left-over before the entry was locked.
      if made >= 0 {
        if Self.lockUnlessTaken(made), isStill(name, made) {
          return (name, made)
        }
        close(made)
      }
      if reason != EEXIST, reason != ENOENT { break }
    }
    throw Errno(rawValue: reason)
  }

  /// Removes the left-overs of killed processes of this user.
  func removeLeftOvers() {
    for name in names() where TemporaryName.isOne(name) {
      let entry = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      if entry < 0 { continue }
      defer { close(entry) }
      var status = stat()
      guard fstat(entry, &status) == 0, status.st_uid == geteuid(),
        flock(entry, LOCK_EX | LOCK_NB) == 0
      else { continue }
      remove(name)
    }
  }

  /// Whether a name still belongs to an opened file.
  private func isStill(_ name: String, _ opened: Int32) -> Bool {
    var own = stat()
    guard fstat(opened, &own) == 0, let found = status(of: name) else { return false }
    return own.st_ino == found.st_ino && own.st_dev == found.st_dev
  }

  private func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Locks a new file or folder; false if another process has the lock.
  ///
  /// On a file system without locks the function returns true.
  private static func lockUnlessTaken(_ made: Int32) -> Bool {
    do throws(Errno) {
      _ = try checked { flock(made, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      return error != .wouldBlock
    }
  }

  /// Returns the result of a system call, which is repeated if a signal interrupts it.
  static func checked(_ call: () -> Int32) throws(Errno) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw Errno(rawValue: errno) }
    }
  }
}

/// The names of files and folders that are removed when their process has ended.
private enum TemporaryName {
  private static let start = ".syncbench-"
  private static let digits = 16

  /// Returns a new name with random digits.
  static func drawn(for purpose: String) -> String {
    let drawn = String(UInt64.random(in: .min ... .max), radix: 16)
    return start + purpose + "-" + String(repeating: "0", count: digits - drawn.count) + drawn
  }

  static func isOne(_ name: String) -> Bool {
    guard name.hasPrefix(start), let hyphen = name.lastIndex(of: "-") else { return false }
    let drawn = name[name.index(after: hyphen)...].utf8
    return drawn.count == digits
      && drawn.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      }
  }
}
