import SyncPrimitives

/// A value that threads share, behind a mutex.
///
/// An object, and no bare ``MutexProtected``: on arm64 the scenes are compiled by an embedded Swift (scripts/ci/arm64.sh), whose
/// closures can't capture what is generic and can't be copied.
final class SharedValue<Value>: @unchecked Sendable {
  private let value: MutexProtected<Value>

  init(_ value: sending Value) { self.value = MutexProtected(value) }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { value.withLock(body) }
}
