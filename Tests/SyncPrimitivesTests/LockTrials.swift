import Glibc
import SyncPrimitives
import Testing

@testable import BenchmarkRunner

/// A lock that threads share, and tries by one thread and another.
enum LockTrials {
  /// Keeps a lock in one place while threads share it.
  final class Shared<Exclusion: MutualExclusion & ~Copyable>: Sendable {
    let lock: Exclusion
    init(_ type: Exclusion.Type) { lock = Exclusion() }
  }

  /// Runs `body` on a thread and waits for its end; the answer, or nil if no thread could be started.
  @discardableResult
  static func onAnotherThread<Answer>(_ body: () -> Answer) -> Answer? {
    // The thread does not outlive this call, so neither does what it was given.
    withoutActuallyEscaping(body) { body in
      nonisolated(unsafe) var answer: Answer?
      nonisolated(unsafe) let body = body
      let thread = startThread { answer = body() }
      if let thread { pthread_join(thread, nil) }
      return answer
    }
  }

  /// Whether another thread gets the lock now; it gives it back.
  static func triesElsewhere<Held: TryLock & ~Copyable>(_ shared: Shared<Held>) -> Bool {
    onAnotherThread {
      guard shared.lock.tryAcquire() else { return false }
      shared.lock.release()
      return true
    } ?? false
  }

}
