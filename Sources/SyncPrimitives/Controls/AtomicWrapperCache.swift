/// A negative control: on a dictionary in an ``AtomicWrapper``, `cache[key] = value` gets the
/// dictionary, changes a copy and sets the copy.
///
/// The wrapper's lock orders each access, so a sanitizer of data races reports nothing. A value
/// that another thread stored between the get and the set is still lost.
public struct AtomicWrapperCache: KeyedCache {
  @usableFromInline let property = AtomicWrapper<[Int: UInt64]>(wrappedValue: [:])

  /// Makes an empty cache.
  @inlinable public init() {}

  /// Gets the dictionary, and looks the key up.
  @inlinable @inline(__always)
  public func value(for key: Int) -> UInt64? { property.wrappedValue[key] }

  /// Gets the dictionary, changes it and sets it.
  @inlinable @inline(__always)
  public func set(_ value: UInt64, for key: Int) { property.wrappedValue[key] = value }
}
