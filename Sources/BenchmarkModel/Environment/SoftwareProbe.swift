/// The system's software: os-release, and what this process knows of its own build.
struct SoftwareProbe {
  var tree: SystemTree
  var process: ProcessFacts

  func software() -> MachineEnvironment.Software {
    MachineEnvironment.Software(
      osName: osName, glibcVersion: process.glibcVersion, swiftVersion: process.swiftVersion,
      swiftRuntime: process.linkage?.swiftRuntime, buildMode: process.buildMode)
  }

  private var osName: String? {
    let text = tree.text("/etc/os-release") ?? tree.text("/usr/lib/os-release") ?? ""
    let key = "PRETTY_NAME="
    return text.lines.first { $0.hasPrefix(key) }.map { line in
      let quotes: Set<Character> = ["\"", "'"]
      return String(line.dropFirst(key.count).filter { !quotes.contains($0) })
    }
  }
}
