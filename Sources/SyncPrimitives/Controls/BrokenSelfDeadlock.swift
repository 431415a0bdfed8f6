/// A negative control: a lock whose holder acquires it a second time.
///
/// The fault: the holder acquires a non-recursive mutex a second time, like a method that calls
/// another method of its type with the lock held. The check: the first `acquire` of
/// this lock never returns.
public struct BrokenSelfDeadlock: Lock, ~Copyable {
  @usableFromInline let mutex = PthreadMutex()

  /// The behaviour that the lock claims to have.
  public static var traits: LockTraits? { LockTraits(wraps: "pthread-mutex") }

  /// Makes a free lock.
  @inlinable public init() {}

  /// Locks twice.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    mutex.acquire()
    mutex.acquire()
  }

  /// Unlocks once.
  @inlinable @inline(__always) public borrowing func release() { mutex.release() }
}
