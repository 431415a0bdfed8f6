import CSyncShims
import FoundationEssentials
import SystemPackage

/// The maker of files in memory, which are another process's input.
///
/// With a pipe, an executable that ends without reading its input would end this process by
/// SIGPIPE.
enum MemoryFile {
  /// Returns a file that holds `bytes`, open at its start.
  static func holding(_ bytes: Data) throws(Errno) -> FileDescriptor {
    let answer = sync_memory_file("syncbench-input")
    guard answer >= 0 else { throw Errno(rawValue: -answer) }
    let file = FileDescriptor(rawValue: answer)
    do {
      try file.writeAll(bytes)
      try file.seek(offset: 0, from: .start)
    } catch {
      try? file.close()
      throw error as? Errno ?? .ioError
    }
    return file
  }
}
