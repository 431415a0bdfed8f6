import CZlib
import SystemPackage

/// The bytes of a gzip file, unpacked in pieces by zlib's `inflate`.
///
/// A gzip file may have several members. zlib's own `gzread` mistakes a damaged second member for
/// the end of the file, and a file without bytes for an empty table. With `gzread`, a table that
/// lost its rows would pass for a whole table.
final class GzipReader {
  private let file: FileDescriptor
  private let path: FilePath
  /// The largest number of bytes that the file may unpack to.
  private let limit: Int
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let packed = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var unpackedBytes = 0
  /// Whether the bytes so far end with a whole member.
  private var isAfterMember = false

  /// Begins at the front of an open file with this path and size, which the caller closes.
  init(_ file: FileDescriptor, path: FilePath, size: Int) throws {
    self.file = file
    self.path = path
    limit = size * Self.mostTimesAsLong
    stream.initialize(to: z_stream())
    let status = inflateInit2_(
      stream, Self.gzipOfAnyWindow, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw Errno.noMemory }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    packed.deallocate()
  }

  /// Reads the next bytes, and returns their number; 0 at the end.
  ///
  /// - Throws: ``RunFolderError/badPack(_:)`` if the file is cut short or damaged, or unpacks to
  ///   more than a table would.
  func read(into space: UnsafeMutableRawBufferPointer) throws -> Int {
    stream.pointee.next_out = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(clamping: space.count)
    let wanted = stream.pointee.avail_out
    while stream.pointee.avail_out == wanted, try hasPackedBytes() { try unpack() }
    let count = Int(wanted - stream.pointee.avail_out)
    unpackedBytes += count
    guard unpackedBytes <= limit else { throw RunFolderError.badPack(path.string) }
    return count
  }

  /// Reads packed bytes if none are left; false at the end of the file.
  private func hasPackedBytes() throws -> Bool {
    if stream.pointee.avail_in > 0 { return true }
    let count = try file.read(into: packed)
    guard count > 0 || isAfterMember else { throw RunFolderError.badPack(path.string) }
    stream.pointee.next_in = packed.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(count)
    return count > 0
  }

  private func unpack() throws {
    isAfterMember = false
    switch inflate(stream, Z_NO_FLUSH) {
    case Z_OK: break
    case Z_STREAM_END:
      isAfterMember = true
      inflateReset(stream)
    default: throw RunFolderError.badPack(path.string)
    }
  }

  /// The largest window of deflate, and zlib's mark that the header is gzip's.
  private static let gzipOfAnyWindow: Int32 = 15 + 16

  /// The largest ratio of unpacked to packed bytes: tables pack to a fifth of their length, but a
  /// foreign file of zeros packs to a thousandth, and would fill the memory.
  private static let mostTimesAsLong = 100
}
