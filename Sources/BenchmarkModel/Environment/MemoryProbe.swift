/// Memory and its pages: /proc/meminfo and /sys/kernel/mm/transparent_hugepage.
struct MemoryProbe {
  var tree: SystemTree
  var process: ProcessFacts

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
