extension MachineEnvironment {
  /// Memory and its pages.
  package struct Memory: Codable, Sendable, Equatable {
    /// The memory that the kernel manages, in bytes.
    package var totalBytes: UInt64?
    /// The size of a base page in bytes.
    package var pageBytes: Int?
    /// When the kernel backs memory with huge pages by itself.
    package var transparentHugePages: TransparentHugePages?

    /// The total in whole GiB: the kernel's share moves by megabytes between boots.
    var roundedGibibytes: UInt64? { totalBytes.map { ($0 >> 30) + ($0 >> 29 & 1) } }
  }

  /// When the kernel backs memory with huge pages by itself.
  package enum TransparentHugePages: String, Codable, Sendable {
    /// Wherever it can.
    case always
    /// Where a program asks.
    case madvise
    /// Nowhere.
    case never
  }
}
