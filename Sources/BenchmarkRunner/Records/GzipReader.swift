import CZlib
import Glibc
import SystemPackage

/// Unpacks a file of gzip in pieces, by zlib.
struct GzipReader: ~Copyable {
  private let file: gzFile
  private let path: FilePath
  /// How many bytes the file may unpack to.
  private let limit: Int

  /// Begins at the front of an open file, which stays the caller's; `path` and `size` are its own.
  init(_ descriptor: FileDescriptor, path: FilePath, size: Int) throws {
    let own = try descriptor.duplicate()
    guard let file = gzdopen(own.rawValue, "rb") else {
      try own.close()
      throw Errno.noMemory
    }
    self.file = file
    self.path = path
    limit = size * Self.mostTimesAsLong
  }

  deinit { gzclose_r(file) }

  /// The next bytes; 0 at the end.
  ///
  /// - Throws: ``RunFolderError/badPack(_:)`` where the file is cut short or damaged, or unpacks to more than a table would.
  func read(into space: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = gzread(file, space.baseAddress, UInt32(clamping: space.count))
    var status = Z_OK
    _ = gzerror(file, &status)
    guard count >= 0, status == Z_OK || status == Z_STREAM_END, gztell(file) <= limit else {
      throw RunFolderError.badPack(path.string)
    }
    return Int(count)
  }

  /// Tables pack to a fifth; a file of zeros to a thousandth, and a stranger's would fill the memory.
  private static let mostTimesAsLong = 100
}
