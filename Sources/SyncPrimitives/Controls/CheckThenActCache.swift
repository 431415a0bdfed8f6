/// A negative control: a cache that looks a key up in one critical section, computes the value, and
/// stores it in another.
///
/// Each section is locked, so there is no data race and no value is wrong. But two threads that
/// miss the same key both compute its value.
public struct CheckThenActCache: ReadThroughCache, ~Copyable {
  @usableFromInline let cache = LockedCache<PthreadMutex>()

  /// Makes an empty cache.
  @inlinable public init() {}

  /// Looks the key up, computes a missing value, and stores it.
  @inlinable @inline(__always)
  public borrowing func value(for key: Int, _ computation: CacheComputation) -> UInt64 {
    if let found = cache.value(for: key) { return found }
    let value = computation.value(of: key)
    cache.set(value, for: key)
    return value
  }
}
