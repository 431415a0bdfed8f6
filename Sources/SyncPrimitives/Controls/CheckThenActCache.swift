/// A negative control: looks a key up in one critical section and stores in another what it computed between them.
///
/// Each section is locked, so nothing races and no value is wrong; but two threads that miss the same key both
/// compute it.
public struct CheckThenActCache: ReadThroughCache, ~Copyable {
  @usableFromInline let cache = LockedCache<PthreadMutex>()

  /// Makes an empty one.
  @inlinable public init() {}

  /// Looks, computes, stores.
  @inlinable @inline(__always)
  public borrowing func value(for key: Int, _ computation: CacheComputation) -> UInt64 {
    if let found = cache.value(for: key) { return found }
    let value = computation.value(of: key)
    cache.set(value, for: key)
    return value
  }
}
