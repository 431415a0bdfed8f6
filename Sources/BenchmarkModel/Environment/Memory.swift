extension MachineEnvironment {
  /// Memory and its pages.
  package struct Memory: Codable, Sendable, Equatable {
    /// The memory that the kernel manages, in bytes.
    package var totalBytes: UInt64?
    /// The size of a base page in bytes.
    package var pageBytes: Int?
    /// The memory that the kernel may back with transparent huge pages.
    package var transparentHugePages: TransparentHugePages?

    /// The total in whole GiB, because the kernel's share varies by megabytes between boots.
    var roundedGibibytes: UInt64? { totalBytes.map { ($0 >> 30) + ($0 >> 29 & 1) } }
  }

  /// The memory that the kernel may back with transparent huge pages.
  package enum TransparentHugePages: String, Codable, Sendable {
    /// All memory.
    case always
    /// Memory for which a program asks.
    case madvise
    /// No memory.
    case never
  }
}

extension MachineReader {
  /// Reads memory and its pages: /proc/meminfo and /sys/kernel/mm/transparent_hugepage.
  func memory() -> MachineEnvironment.Memory {
    MachineEnvironment.Memory(
      totalBytes: totalBytes, pageBytes: process.pageBytes,
      transparentHugePages: transparentHugePages)
  }

  private var totalBytes: UInt64? {
    for line in (tree.text("/proc/meminfo") ?? "").lines where line.hasPrefix("MemTotal:") {
      let words = line.words
      return words.count > 1 ? UInt64(words[1]).map { $0 * 1024 } : nil
    }
    return nil
  }

  /// The choice in brackets, as in `always [madvise] never`.
  private var transparentHugePages: MachineEnvironment.TransparentHugePages? {
    let choices = (tree.text("/sys/kernel/mm/transparent_hugepage/enabled") ?? "").words
    let chosen = choices.first { $0.hasPrefix("[") && $0.hasSuffix("]") }
    return chosen.flatMap {
      MachineEnvironment.TransparentHugePages(rawValue: String($0.dropFirst().dropLast()))
    }
  }
}
