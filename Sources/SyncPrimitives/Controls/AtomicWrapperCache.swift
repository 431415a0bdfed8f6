/// A negative control: `cache[key] = value` on a dictionary in an ``AtomicWrapper``, which gets the dictionary,
/// changes a copy and sets that.
///
/// Each access is ordered by the lock, so no sanitizer of data races objects; a value that another thread
/// stored between the get and the set is lost all the same.
public struct AtomicWrapperCache: KeyedCache {
  @usableFromInline let property = AtomicWrapper<[Int: UInt64]>(wrappedValue: [:])

  /// Makes an empty one.
  @inlinable public init() {}

  /// Gets the dictionary, and looks the key up.
  @inlinable @inline(__always)
  public func value(for key: Int) -> UInt64? { property.wrappedValue[key] }

  /// Gets the dictionary, changes it and sets it.
  @inlinable @inline(__always)
  public func set(_ value: UInt64, for key: Int) { property.wrappedValue[key] = value }
}
