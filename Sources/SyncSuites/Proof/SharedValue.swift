import SyncPrimitives

/// A value that threads share, behind a mutex.
///
/// On arm64, Embedded Swift compiles the tests of locks (scripts/ci/arm64.sh). There, a closure
/// can't capture a generic value that can't be copied, such as a ``MutexProtected``, but it can
/// capture an object that holds one.
final class SharedValue<Value>: @unchecked Sendable {
  private let value: MutexProtected<Value>

  init(_ value: sending Value) { self.value = MutexProtected(value) }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { value.withLock(body) }
}
