extension SystemTree {
  /// The text of a file; nil if the text is empty or the file can't be read.
  func filledText(_ path: String) -> String? {
    guard let text = text(path), !text.isEmpty else { return nil }
    return text
  }

  /// Reads a file that holds one decimal number.
  package func integer(_ path: String) -> Int? {
    text(path).flatMap { Int($0) }
  }

  /// Reads a file that holds a CPU list.
  func cpuList(_ path: String) -> CPUList? {
    text(path).flatMap { try? CPUList(parsing: $0) }
  }

  /// The numbers of the entries named `<prefix><number>`, ascending.
  package func numberedEntries(_ path: String, prefix: String) -> [Int] {
    names(path).compactMap { name in
      name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
    }.sorted()
  }
}

// The extension works on bytes, because /proc/cpuinfo has megabytes on a large machine, and finding
// the characters of its text would take seconds.
extension StringProtocol where UTF8View.SubSequence == Substring.UTF8View {
  /// The words between white space.
  package var words: [String] {
    utf8.split { $0.isASCIISpace }.map { String(Substring($0)) }
  }

  /// The lines that aren't empty.
  package var lines: [Substring] {
    utf8.split { $0 == 10 }.map { Substring($0) }
  }

  /// The text without white space around it.
  var withoutPadding: Substring {
    let inner = utf8.drop { $0.isASCIISpace }
    guard let end = inner.lastIndex(where: { !$0.isASCIISpace }) else { return "" }
    return Substring(inner[...end])
  }
}

extension UInt8 {
  fileprivate var isASCIISpace: Bool { self == 32 || (9...13).contains(self) }
}
