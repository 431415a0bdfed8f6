/// A value that a ``PthreadMutex`` protects, such as the records of a check beside a measurement.
///
/// `Synchronization.Mutex` is not used, because up to Swift 6.3 the kernel hands that mutex from
/// thread to thread. The thread sanitizer sees no hand-over in the kernel, and would report the
/// value as unprotected.
public struct MutexProtected<Value>: ~Copyable, @unchecked Sendable {
  @usableFromInline let mutex = PthreadMutex()
  @usableFromInline let value: CacheAligned<Value>

  /// Puts a value behind a free mutex.
  @inlinable public init(_ value: sending Value) { self.value = CacheAligned(value) }

  /// The value as it is now.
  @inlinable public borrowing func get() -> Value { withLock { $0 } }

  /// Replaces the value.
  @inlinable public borrowing func put(_ next: Value) { withLock { $0 = next } }

  /// Replaces the value by `next`, and returns the old value.
  @inlinable
  public borrowing func take(leaving next: Value) -> Value {
    withLock { value in
      defer { value = next }
      return value
    }
  }

  /// Runs `body` on the value while no other thread uses the value.
  @inlinable
  public borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    mutex.acquire()
    defer { mutex.release() }
    return body(&value.pointer.pointee)
  }
}
