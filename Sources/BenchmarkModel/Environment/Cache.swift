extension MachineEnvironment {
  /// One kind of cache and the CPUs that share each of its instances.
  public struct Cache: Codable, Sendable, Equatable {
    /// 1 for the cache nearest to the core.
    public var level: Int
    /// What it holds.
    public var type: CacheType
    /// The size of one instance in bytes.
    public var sizeBytes: Int?
    /// The size of one line in bytes.
    public var lineBytes: Int?
    /// The CPUs that share each instance, in the order of their lowest CPU.
    public var sharedBy: [CPUList]

    /// Describes one kind of cache.
    public init(
      level: Int, type: CacheType, sizeBytes: Int? = nil, lineBytes: Int? = nil,
      sharedBy: [CPUList]
    ) {
      self.level = level
      self.type = type
      self.sizeBytes = sizeBytes
      self.lineBytes = lineBytes
      self.sharedBy = sharedBy
    }
  }

  /// What a cache holds.
  public enum CacheType: String, Codable, Sendable, CaseIterable {
    /// Data alone.
    case data
    /// Instructions alone.
    case instruction
    /// Both.
    case unified
  }
}
