extension MachineEnvironment {
  /// The system's software and the benchmark's build.
  package struct Software: Codable, Sendable, Equatable {
    /// The distribution, such as `Debian GNU/Linux 12 (bookworm)`.
    package var osName: String?
    /// The C library's version, such as `2.36`.
    package var glibcVersion: String?
    /// The compiler that built the benchmark, such as `6.3.1`.
    package var swiftVersion: String
    /// The origin of the Swift runtime, with Dispatch and Foundation; nil in older runs, which did
    /// not record the origin.
    package var swiftRuntime: SwiftRuntime?
    /// The optimisation of the build.
    package var buildMode: BuildMode
  }

  /// The origin of a program's Swift runtime, with Dispatch and Foundation.
  package enum SwiftRuntime: String, Codable, Sendable {
    /// The runtime is part of the executable, and of the same release as the compiler.
    case linkedIn
    /// The runtime is the machine's, and may be of another release than the compiler.
    case shared
  }

  /// The build mode of a program.
  package enum BuildMode: String, Codable, Sendable {
    /// Without optimisation: its figures mean nothing.
    case debug
    /// With optimisation.
    case release
  }
}

extension MachineEnvironment.Software {
  /// Makes the software of a build of which only the compiler and the mode are known.
  package init(swiftVersion: String, buildMode: MachineEnvironment.BuildMode) {
    self.swiftVersion = swiftVersion
    self.buildMode = buildMode
  }
}

extension MachineReader {
  /// Reads the system's software: os-release, and this process's facts.
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
