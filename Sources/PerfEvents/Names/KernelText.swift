import Glibc

/// Small files by which the kernel describes its events.
enum KernelText {
  /// Returns the text of a file, without white space around the text.
  static func read(_ path: String) throws(PerfErrno) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw PerfErrno(errno) }
    defer { close(descriptor) }
    // The kernel gives these files no usable size, so each is read until it ends.
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw PerfErrno(errno) }
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    let inner = bytes.drop(while: isBlank)
    let end = inner.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? inner.startIndex
    return String(decoding: inner[..<end], as: UTF8.self)
  }

  /// The names in a folder, sorted.
  static func names(_ path: String) throws(PerfErrno) -> [String] {
    guard let folder = opendir(path) else { throw PerfErrno(errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      // The bytes of the name are read where they lie, because d_name reaches Swift as a tuple of
      // 256 characters.
      let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
      let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      let name = String(cString: start)
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Whether the path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
