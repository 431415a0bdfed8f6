extension MachineEnvironment {
  /// The system's software and the build that measured.
  public struct Software: Codable, Sendable, Equatable {
    /// The distribution, such as `Debian GNU/Linux 12 (bookworm)`.
    public var osName: String?
    /// The C library's version, such as `2.36`.
    public var glibcVersion: String?
    /// The compiler that built the benchmark, such as `6.3.1`.
    public var swiftVersion: String
    /// Where the Swift runtime is, with Dispatch and Foundation; absent in runs from before it was recorded.
    public var swiftRuntime: SwiftRuntime?
    /// How it was built.
    public var buildMode: BuildMode

    /// Describes software.
    public init(
      osName: String? = nil, glibcVersion: String? = nil, swiftVersion: String,
      swiftRuntime: SwiftRuntime? = nil, buildMode: BuildMode
    ) {
      self.osName = osName
      self.glibcVersion = glibcVersion
      self.swiftVersion = swiftVersion
      self.swiftRuntime = swiftRuntime
      self.buildMode = buildMode
    }
  }

  /// Where a program has the Swift runtime from, with Dispatch and Foundation.
  public enum SwiftRuntime: String, Codable, Sendable {
    /// It is part of the executable, and the compiler's own.
    case linkedIn
    /// It is the machine's, and may be another release's than the compiler.
    case shared
  }

  /// How a program was built.
  public enum BuildMode: String, Codable, Sendable {
    /// Without optimisation: its figures mean nothing.
    case debug
    /// With optimisation.
    case release
  }
}
