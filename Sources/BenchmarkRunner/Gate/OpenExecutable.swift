import BenchmarkModel
import Glibc
import SystemPackage

/// An executable that is held open, so that the launched file stays the same if a build replaces
/// it.
final class OpenExecutable: Sendable {
  private let file: FileDescriptor
  /// The path when the file was opened, without links.
  let path: FilePath

  /// Opens an executable that the user named for a gate's side; `side` is nil for an executable
  /// that is to declare benchmarks.
  init(_ named: FilePath, side: PairSide?) throws(GateExecutableError) {
    do throws(Errno) {
      // The file is opened without waiting, because the open of a pipe would wait forever.
      file = try Self.open(named)
    } catch {
      throw GateExecutableError(
        side: side, path: named.string,
        problem: error == .noSuchFileOrDirectory || error == .notDirectory
          ? .missing : .cannotOpen(error))
    }
    path = FileAccess.target(ofLink: "/proc/self/fd/\(file.rawValue)") ?? named
    if let problem = Self.problem(with: file) {
      throw GateExecutableError(side: side, path: named.string, problem: problem)
    }
  }

  deinit { try? file.close() }

  /// The path to launch: this process's descriptor, which a child can open even after the child has
  /// closed its own descriptors.
  ///
  /// If the file is a script, its interpreter gets this path too, and can read the script through
  /// it.
  var launchPath: FilePath { FilePath("/proc/\(getpid())/fd/\(file.rawValue)") }

  /// Returns whether both executables are one file, or two files with the same bytes.
  func isSameFile(as other: OpenExecutable) -> Bool {
    guard let own = Self.status(of: file), let others = Self.status(of: other.file) else {
      return false
    }
    if own.st_dev == others.st_dev, own.st_ino == others.st_ino { return true }
    return own.st_size == others.st_size && hasSameBytes(as: other, count: Int64(own.st_size))
  }

  private func hasSameBytes(as other: OpenExecutable, count: Int64) -> Bool {
    var pieces = [[UInt8]](repeating: [UInt8](repeating: 0, count: 1 << 20), count: 2)
    var offset: Int64 = 0
    while offset < count {
      var lengths = [0, 0]
      for (index, held) in [self, other].enumerated() {
        lengths[index] = pieces[index].withUnsafeMutableBytes {
          pread(held.file.rawValue, $0.baseAddress, $0.count, off_t(offset))
        }
      }
      guard lengths[0] > 0, lengths[0] == lengths[1], pieces[0] == pieces[1] else { return false }
      offset += Int64(lengths[0])
    }
    return true
  }

  private static func status(of file: FileDescriptor) -> stat? {
    var status = stat()
    return fstat(file.rawValue, &status) == 0 ? status : nil
  }

  private static func open(_ path: FilePath) throws(Errno) -> FileDescriptor {
    do {
      return try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  private static func problem(with file: FileDescriptor) -> GateExecutableError.Problem? {
    guard let status = status(of: file) else { return .cannotOpen(Errno(rawValue: errno)) }
    if status.st_mode & S_IFMT == S_IFDIR { return .isFolder }
    if status.st_mode & S_IFMT != S_IFREG { return .isNoFile }
    if access("/proc/self/fd/\(file.rawValue)", X_OK) != 0 { return .notExecutable }
    return status.st_size == 0 ? .empty : nil
  }
}
