/// A negative control: a lock whose holder acquires it a second time.
///
/// What is wrong: it acquires a mutex that is not recursive a second time, as a method does that calls
/// another method of its own with the lock held. How it is caught: the first acquisition never returns.
public struct BrokenSelfDeadlock: Lock, ~Copyable {
  @usableFromInline let mutex = PthreadMutex()

  /// How it claims to behave.
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
