/// A benchmark after its set-up: one operation, and the check after each trial.
@usableFromInline struct ImmediateWork: Sendable {
  @usableFromInline typealias Operation = @Sendable (BenchmarkThread) throws -> Void
  @usableFromInline typealias Check = @Sendable (BenchmarkTally) throws -> Bool

  let operation: Operation
  let check: Check?

  @usableFromInline init(check: Check?, operation: @escaping Operation) {
    self.operation = operation
    self.check = check
  }
}

/// A benchmark with an awaited operation and check, after the benchmark's set-up.
@usableFromInline struct SuspendingWork: Sendable {
  @usableFromInline typealias Operation =
    @Sendable (BenchmarkThread) async throws ->
    Void
  @usableFromInline typealias Check = @Sendable (BenchmarkTally) async throws -> Bool

  let operation: Operation
  let check: Check?

  @usableFromInline init(check: Check?, operation: @escaping Operation) {
    self.operation = operation
    self.check = check
  }
}

/// The value that a set-up made, for as long as the launch lasts.
///
/// Unchecked: only a value that is `Sendable` is shared by several threads. Any other value is used
/// by one thread at a time.
@usableFromInline final class Fixture<Value: ~Copyable>: @unchecked Sendable {
  @usableFromInline let value: Value

  @inlinable init(_ value: consuming Value) { self.value = value }

  /// The check, bound to the value; nil if `check` is nil.
  @inlinable func bound(
    _ check: (@Sendable (borrowing Value, BenchmarkTally) throws -> Bool)?
  ) -> ImmediateWork.Check? {
    guard let check else { return nil }
    return { try check(self.value, $0) }
  }

  /// The check, bound to the value, to be awaited; nil if `check` is nil.
  @inlinable func bound(
    _ check: (@Sendable (borrowing Value, BenchmarkTally) async throws -> Bool)?
  ) -> SuspendingWork.Check? {
    guard let check else { return nil }
    return { try await check(self.value, $0) }
  }
}
