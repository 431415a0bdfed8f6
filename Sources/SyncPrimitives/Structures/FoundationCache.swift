public import Foundation

/// Foundation's `NSCache`, which locks itself.
///
/// The cache takes only objects. Each call makes an object of its key, and a `set` makes another of
/// its value, as in a program whose keys and values are numbers. Without limits, as here, the cache
/// drops nothing.
public struct FoundationCache: KeyedCache, @unchecked Sendable {
  @usableFromInline let cache = NSCache<NSNumber, NSNumber>()

  /// Makes an empty cache.
  @inlinable public init() {}

  /// Asks for the object of a key.
  @inlinable @inline(__always)
  public func value(for key: Int) -> UInt64? {
    cache.object(forKey: NSNumber(value: key))?.uint64Value
  }

  /// Stores an object.
  @inlinable @inline(__always)
  public func set(_ value: UInt64, for key: Int) {
    cache.setObject(NSNumber(value: value), forKey: NSNumber(value: key))
  }
}
