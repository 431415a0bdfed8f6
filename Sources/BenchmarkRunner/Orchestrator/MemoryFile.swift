import CSyncShims
import FoundationEssentials
import SystemPackage

/// Makers of files in memory, which are another process's input or output.
///
/// With a pipe, an executable that ends without reading its input would end this process by
/// SIGPIPE.
enum MemoryFile {
  /// Returns a file that holds `bytes`, open at its start.
  static func holding(_ bytes: Data) throws(Errno) -> FileDescriptor {
    let file = try descriptor(sync_memory_file("syncbench-input"))
    do {
      try file.writeAll(bytes)
      try file.seek(offset: 0, from: .start)
    } catch {
      try? file.close()
      throw error as? Errno ?? .ioError
    }
    return file
  }

  /// Returns a file that takes `size` bytes; a write that would exceed the size fails.
  static func taking(_ size: Int) throws(Errno) -> FileDescriptor {
    try descriptor(sync_memory_file_of_size("syncbench-output", Int64(size)))
  }

  /// Returns the bytes that were written through `file`, or through a copy of the descriptor.
  ///
  /// - Parameter size: The file's size: a process may have moved the position beyond the file.
  static func written(to file: FileDescriptor, size: Int) throws -> [UInt8] {
    let count = min(size, Int(try file.seek(offset: 0, from: .current)))
    return try [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      done = try file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  private static func descriptor(_ answer: Int32) throws(Errno) -> FileDescriptor {
    guard answer >= 0 else { throw Errno(rawValue: -answer) }
    return FileDescriptor(rawValue: answer)
  }
}
