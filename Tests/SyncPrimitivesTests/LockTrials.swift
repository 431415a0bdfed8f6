import Glibc
import SyncPrimitives
import Testing

@testable import BenchmarkRunner

/// Helpers for tests of locks: a lock that threads share, and calls that another thread makes.
enum LockTrials {
  /// A lock at a fixed address, which threads share.
  final class Shared<Exclusion: MutualExclusion & ~Copyable>: Sendable {
    let lock: Exclusion
    init(_ type: Exclusion.Type) { lock = Exclusion() }
  }

  /// Runs `body` on a new thread and returns its answer, or nil if no thread could be started.
  @discardableResult
  static func onAnotherThread<Answer>(_ body: () -> Answer) -> Answer? {
    // The thread ends before this call returns, so `body` does not escape.
    withoutActuallyEscaping(body) { body in
      nonisolated(unsafe) var answer: Answer?
      nonisolated(unsafe) let body = body
      let thread = startThread { answer = body() }
      if let thread { pthread_join(thread, nil) }
      return answer
    }
  }

  /// Whether a try by another thread succeeds; that thread releases the lock again.
  static func triesElsewhere<Held: TryLock & ~Copyable>(_ shared: Shared<Held>) -> Bool {
    onAnotherThread {
      guard shared.lock.tryAcquire() else { return false }
      shared.lock.release()
      return true
    } ?? false
  }

}
