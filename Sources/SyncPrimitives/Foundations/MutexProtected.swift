/// A value behind a ``PthreadMutex``: for what a check keeps beside a measurement.
///
/// Not `Synchronization.Mutex`, which up to Swift 6.3 hands over in the kernel. The thread sanitizer
/// sees nothing there, and takes what such a mutex protects for unprotected.
public struct MutexProtected<Value>: ~Copyable, @unchecked Sendable {
  @usableFromInline let mutex = PthreadMutex()
  @usableFromInline let value: CacheAligned<Value>

  /// Puts a value behind a free mutex.
  @inlinable public init(_ value: sending Value) { self.value = CacheAligned(value) }

  /// The value as it is now.
  @inlinable public borrowing func get() -> Value { withLock { $0 } }

  /// Puts another value in its place.
  @inlinable public borrowing func put(_ next: Value) { withLock { $0 = next } }

  /// Takes the value, and leaves another.
  @inlinable
  public borrowing func take(leaving next: Value) -> Value {
    withLock { value in
      defer { value = next }
      return value
    }
  }

  /// Runs `body` on the value while no other thread does.
  @inlinable
  public borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    mutex.acquire()
    defer { mutex.release() }
    return body(&value.pointer.pointee)
  }
}
