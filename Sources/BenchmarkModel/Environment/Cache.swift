extension MachineEnvironment {
  /// One kind of cache and the CPUs that share each of its instances.
  package struct Cache: Codable, Sendable, Equatable {
    /// 1 for the cache nearest to the core.
    package var level: Int
    /// The contents: data, instructions or both.
    package var type: CacheType
    /// The size of one instance in bytes.
    package var sizeBytes: Int?
    /// The size of one line in bytes.
    package var lineBytes: Int?
    /// The CPUs that share each instance, in the order of their lowest CPU.
    package var sharedBy: [CPUList]
  }

  /// The contents of a cache.
  package enum CacheType: String, Codable, Sendable, CaseIterable {
    /// Data alone.
    case data
    /// Instructions alone.
    case instruction
    /// Both.
    case unified
  }
}
