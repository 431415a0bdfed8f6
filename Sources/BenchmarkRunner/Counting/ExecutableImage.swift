/// An executable's bytes, usually in the 64-bit ELF format.
struct ExecutableImage {
  private var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The image with its debug sections made void and nameless; unchanged if the image is no 64-bit
  /// ELF.
  ///
  /// Valgrind 3.19 refuses an executable that has a form of DWARF 5 which clang writes for C. The
  /// symbols, which name the measured functions, have a section of their own and stay.
  var withoutDebugSections: [UInt8] {
    guard bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]) else { return bytes }
    guard let table = number(at: 0x28, bytes: 8), let size = number(at: 0x3a, bytes: 2),
      let count = number(at: 0x3c, bytes: 2), let names = number(at: 0x3e, bytes: 2),
      let text = number(at: table + names * size + 0x18, bytes: 8)
    else { return bytes }
    var image = self
    for section in 0..<count {
      let header = table + section * size
      guard let name = number(at: header, bytes: 4), isDebug(nameAt: text + name) else { continue }
      // The header begins with two words: the name's offset, and the type. Type 0 means a void
      // header.
      guard image.bytes.indices.contains(header + 7) else { continue }
      for byte in 0..<8 { image.bytes[header + byte] = 0 }
    }
    return image.bytes
  }

  private func isDebug(nameAt offset: Int) -> Bool {
    let label = Array(".debug".utf8)
    guard offset >= 0, offset + label.count <= bytes.count else { return false }
    return bytes[offset..<offset + label.count].elementsEqual(label)
  }

  /// A little-endian number; nil beyond the end of the file, or if it exceeds the size of any file.
  private func number(at offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    let value = bytes[offset..<offset + count].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return value < 1 << 40 ? Int(value) : nil
  }
}
