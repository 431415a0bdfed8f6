/// Excludes nothing: the floor that every lock's cost stands on, and beyond one thread a negative control.
public struct NoLock: Lock {
  /// The declared behaviour of the primitive.
  public static var traits: LockTraits? { LockTraits(waiting: .never, relock: .passes) }

  /// Makes one; there is nothing in it.
  @inlinable public init() {}
  /// Does nothing.
  @inlinable @inline(__always) public func acquire() {}
  /// Does nothing.
  @inlinable @inline(__always) public func release() {}
}
