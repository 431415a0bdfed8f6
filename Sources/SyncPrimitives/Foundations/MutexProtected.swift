/// A value behind a ``PthreadMutex``: for what a check keeps beside a measurement.
///
/// Not `Synchronization.Mutex`, which up to Swift 6.3 hands over in the kernel. The thread sanitizer
/// sees nothing there, and takes what such a mutex protects for unprotected.
public struct MutexProtected<Value>: ~Copyable, @unchecked Sendable {
  @usableFromInline let mutex = PthreadMutex()
  @usableFromInline let value: CacheAligned<Value>

  /// Puts a value behind a free mutex.
  @inlinable
  public init(_ value: sending Value) { self.value = CacheAligned(value) }

  /// Runs `body` on the value while nobody else does.
  @inlinable
  public borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    mutex.acquire()
    defer { mutex.release() }
    return body(&value.pointer.pointee)
  }
}
