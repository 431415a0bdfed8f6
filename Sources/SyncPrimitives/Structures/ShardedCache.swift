/// Sixteen dictionaries, each behind its own lock; a key's hash selects the dictionary.
///
/// Threads meet only if their keys share a shard. Source: lock striping, as in Java's
/// ConcurrentHashMap of 2004 (Lea), which had sixteen segments.
public struct ShardedCache<Exclusion: MutualExclusion & ~Copyable>: KeyedCache, ~Copyable,
  @unchecked Sendable
where Exclusion.ThreadState == Void {
  @usableFromInline let shards: UnsafeMutablePointer<LockedCache<Exclusion>>

  @inlinable static var count: Int { 16 }

  /// The traits of a shard.
  public static var traits: ReaderWriterTraits? { LockedCache<Exclusion>.traits }

  /// Makes empty shards.
  public init() {
    shards = .allocate(capacity: Self.count)
    for index in 0..<Self.count { (shards + index).initialize(to: LockedCache<Exclusion>()) }
  }

  @inlinable
  deinit {
    shards.deinitialize(count: Self.count)
    shards.deallocate()
  }

  /// The shard of a key, by the top four bits of the low 64 bits of key × (2^64 / golden ratio)
  /// (Knuth).
  ///
  /// The product spreads consecutive keys over the shards.
  @inlinable @inline(__always)
  borrowing func shard(of key: Int) -> UnsafeMutablePointer<LockedCache<Exclusion>> {
    shards
      + Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: key) &* 0x9E37_79B9_7F4A_7C15) &>> 60)
  }

  /// Looks the key up in its shard.
  @inlinable @inline(__always)
  public borrowing func value(for key: Int) -> UInt64? { shard(of: key).pointee.value(for: key) }

  /// Stores the value in its key's shard.
  @inlinable @inline(__always)
  public borrowing func set(_ value: UInt64, for key: Int) {
    shard(of: key).pointee.set(value, for: key)
  }
}
