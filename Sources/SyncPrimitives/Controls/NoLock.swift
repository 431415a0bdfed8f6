/// A lock that excludes nothing: the lower bound of a lock's cost and, with several threads, a
/// negative control.
public struct NoLock: Lock {
  /// The declared behaviour of the primitive.
  public static var traits: LockTraits? { LockTraits(waiting: .never, relock: .passes) }

  /// Makes a lock, which has no state.
  @inlinable public init() {}
  /// Does nothing.
  @inlinable @inline(__always) public func acquire() {}
  /// Does nothing.
  @inlinable @inline(__always) public func release() {}
}
