import SyncPrimitives

/// A value that threads share, behind a mutex.
///
/// The value is in an object because, on arm64, Embedded Swift compiles the scenes
/// (scripts/ci/arm64.sh). A closure of Embedded Swift can't capture a generic value that can't be
/// copied, such as a ``MutexProtected``.
final class SharedValue<Value>: @unchecked Sendable {
  private let value: MutexProtected<Value>

  init(_ value: sending Value) { self.value = MutexProtected(value) }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { value.withLock(body) }
}
