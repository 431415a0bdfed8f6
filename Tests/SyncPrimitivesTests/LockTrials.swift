import Glibc
import SyncPrimitives
import Synchronization
import Testing

@testable import BenchmarkRunner

/// What tests of locks are made of: a lock that threads share, and tries by one thread and another.
enum LockTrials {
  /// Keeps a lock in one place while threads share it.
  final class Shared<Exclusion: MutualExclusion & ~Copyable>: Sendable {
    let lock: Exclusion
    init(_ type: Exclusion.Type) { lock = Exclusion() }
  }

  /// What `body` answers on a thread that has ended when this returns; nil where none could be started.
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

  /// Whether another thread gets in after a lock was taken three times, and after each of its releases.
  static func othersDuringThreeReleases<Held: TryLock & ~Copyable>(_ type: Held.Type) -> [Bool] {
    let shared = Shared(type)
    for _ in 0..<3 { shared.lock.acquire() }
    var others = [triesElsewhere(shared)]
    for _ in 0..<3 {
      shared.lock.release()
      others.append(triesElsewhere(shared))
    }
    return others
  }
}

extension LockTrials {
  /// A primitive and what comes of trying it, its type erased.
  struct Tried: CustomTestStringConvertible, Sendable {
    struct Outcome: Sendable {
      var whileHeld: [Bool?] = []
      var whenFree: [Bool?] = []
      var sections = 0
    }

    let testDescription: String
    let outcome: @Sendable () -> Outcome

    init<Exclusion: TryExclusion & ~Copyable>(_ type: Exclusion.Type)
    where Exclusion.ThreadState == Void {
      testDescription = "\(type)"
      outcome = {
        let shared = Shared(type)
        let sections = Atomic(0)
        var outcome = Outcome()
        func tries() -> Bool {
          var state: Void = ()
          return shared.lock.exclusivelyIfFree(&state) { sections.add(1, ordering: .relaxed) }
        }
        var state: Void = ()
        shared.lock.exclusively(&state) { outcome.whileHeld = [onAnotherThread { tries() }] }
        outcome.whenFree = [tries(), onAnotherThread { tries() }]
        outcome.sections = sections.load(ordering: .relaxed)
        return outcome
      }
    }
  }

  /// A lock that a thread tries while it holds it, its type erased.
  struct HeldByItself: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let relock: LockTraits.Relock?
    let tryTwice: @Sendable () -> Bool

    init<Held: TryLock & ~Copyable>(_ type: Held.Type) {
      testDescription = "\(type)"
      relock = type.traits?.relock
      tryTwice = {
        let lock = Held()
        lock.acquire()
        let isTaken = lock.tryAcquire()
        lock.release()
        return isTaken
      }
    }
  }
}
