import BenchmarkModel
import CSyncShims
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the check of values that are made at their first use.
  @Suite struct OnceTests {
    @Test func `a value that was made twice, or read too early, is reported`() {
      let whole = sync_once_whole()
      #expect(concludeOnce([1, 1], sums: [whole, whole], count: 1).violation == nil)
      #expect(concludeOnce([0], sums: [0], count: 0).violation == nil)
      #expect(
        concludeOnce([2], sums: [whole &* 2], count: 2).violation
          == "the value was made 2 times, not once")
      #expect(
        concludeOnce([2], sums: [whole], count: 1).violation
          == "some of 2 reads came before the value was whole")
    }

    @Test func `a value made without a second check under the lock is caught`() async throws {
      let violation = try await Trials.violation(
        of: sharedOnceProgram(Trials.context("p", [("threads", 2)]), UncheckedOnceValue.self))
      if Trials.canOverlap { #expect(violation == "the value was made 2 times, not once") }
    }

    @Test func `a flag that is set before the value is caught`() async throws {
      try await Trials.expectCaught(
        of: sharedOnceProgram(Trials.context("p", [("threads", 2)]), HastyOnceValue.self),
        ends: "reads came before the value was whole")
    }

    @Test func `a value is made once, by its first reader`() {
      func counts<Value: OnceValue & ~Copyable>(_ type: Value.Type) -> [UInt64] {
        let value = Value()
        let before = value.count()
        return [before] + (0..<3).map { _ in value.read() == sync_once_whole() ? value.count() : 0 }
      }
      #expect(counts(DispatchOnceValue.self) == [0, 1, 1, 1])
      #expect(counts(AtomicOnceValue.self) == [0, 1, 1, 1])
      #expect(counts(LockedOnceValue<StandardMutex>.self) == [0, 1, 1, 1])
      // The floor's value is made before the first read.
      #expect(counts(PlainOnceValue.self) == [1, 1, 1, 1])
      // A process has only one value of each of these two types, which other tests may have read.
      #expect(counts(StaticOnceValue.self).dropFirst() == [1, 1, 1])
      #expect(counts(PthreadOnceValue.self).dropFirst() == [1, 1, 1])
    }
  }
}
