public import Foundation

/// Foundation's `NSCache`, which locks itself.
///
/// It takes objects alone: each call makes one of its key, and a `set` one of its value, as a program does that
/// has numbers. Without limits, as here, it drops nothing.
public struct FoundationCache: KeyedCache, @unchecked Sendable {
  @usableFromInline let cache = NSCache<NSNumber, NSNumber>()

  /// Makes an empty one.
  @inlinable public init() {}

  /// Asks for the object of a key's.
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
