import Glibc
import SystemPackage

/// The files by which a kernel describes its machine, below a root that a caller may choose.
///
/// Nothing throws: a file that is absent, forbidden or broken reads as nil. Paths are written as on
/// the live machine, such as `/proc/cpuinfo`.
package struct SystemTree: Sendable {
  private let root: String

  /// Makes the tree below a root; `/` is the live machine.
  package init(root: String = "/") {
    self.root = root
  }

  /// The whole text of a file, without white space and NUL bytes around it; nil when unreadable.
  package func text(_ path: String) -> String? {
    // procfs and sysfs give no usable size, so the file is read until it ends.
    guard let file = try? FileDescriptor.open(below(path), .readOnly, options: .closeOnExec) else {
      return nil
    }
    let bytes = try? file.closeAfter { () throws -> [UInt8] in
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 16384)
      while true {
        let count = try chunk.withUnsafeMutableBytes { try file.read(into: $0) }
        if count == 0 { return bytes }
        bytes.append(contentsOf: chunk[..<count])
      }
    }
    return bytes.map { Self.trimmed($0) }
  }

  /// Whether a file or directory is there.
  package func exists(_ path: String) -> Bool {
    access(below(path), F_OK) == 0
  }

  /// The names in a directory, sorted; empty if there is no such directory.
  package func names(_ path: String) -> [String] {
    guard let directory = opendir(below(path)) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      // The name's bytes are read where they lie, because Swift imports d_name as a tuple of 256
      // elements.
      let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
      let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      let name = String(cString: start)
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  // The path is a plain text, because a FilePath checks itself at every step: a debug build would
  // need seconds for a machine of 256 CPUs.
  private func below(_ path: String) -> String {
    "\(root)/\(path)"
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    func isPadding(_ byte: UInt8) -> Bool { byte == 0 || byte == 32 || (9...13).contains(byte) }
    guard let first = bytes.firstIndex(where: { !isPadding($0) }),
      let last = bytes.lastIndex(where: { !isPadding($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
