import Glibc
import SystemPackage

/// A folder for callgrind's files, for this user alone; the code that makes the folder removes it.
struct CallgrindFolder {
  private let folder: TemporaryFolder
  private var path: FilePath { folder.path }

  init() throws(CallgrindError) {
    do throws(RunFolderError) {
      folder = try TemporaryFolder(for: "callgrind")
    } catch {
      throw Self.withoutPath(error)
    }
  }

  /// Returns an error without the path, because the error's text is stored in a row of a run, and
  /// rows name no folders.
  private static func withoutPath(_ error: RunFolderError) -> CallgrindError {
    switch error {
    case .cannotWrite(_, let errno), .noTemporaryFolder(_, let errno):
      .noPlace("TMPDIR: \(errno)")
    default: .noPlace("the tool can't be copied to TMPDIR")
    }
  }

  /// The name that callgrind puts before the number of each dump.
  var dumps: FilePath { path.appending("dump") }

  /// Copies an executable, without the sections that valgrind can't read, to a file named like the
  /// last part of `name`.
  func copy(of executable: FilePath, name: FilePath) throws(CallgrindError) -> FilePath {
    let copy = path.appending(name.lastComponent?.string ?? "syncbench")
    let bytes: [UInt8]?
    do throws(RunFolderError) {
      bytes = try FileAccess.read(executable)
      if let bytes {
        try FileAccess.replace(
          copy, with: ExecutableImage(bytes).withoutDebugSections, isSynced: false)
      }
    } catch {
      throw Self.withoutPath(error)
    }
    if bytes == nil { throw .cannotPrepare("the tool's own file has gone; start it anew") }
    guard chmod(copy.string, 0o700) == 0 else {
      throw .noPlace("TMPDIR: \(Errno(rawValue: errno))")
    }
    return copy
  }

  /// Reads the dumps of the measured function's calls, in order; the file that callgrind writes at
  /// the process's end is not one of them.
  func readDumps() throws(CallgrindError) -> [CallgrindDump] {
    var found: [CallgrindDump] = []
    do {
      while let bytes = try FileAccess.read(FilePath("\(dumps).\(found.count + 1)")) {
        found.append(try CallgrindDump(String(decoding: bytes, as: UTF8.self)))
      }
    } catch let error as CallgrindError {
      throw error
    } catch {
      throw .malformedDump("\(error)")
    }
    return found
  }

  /// Removes the folder and its contents.
  func remove() { folder.remove() }
}
