import CSyncShims
import Dispatch
import SyncPrimitives

/// The behaviour of locks and semaphores, as guides describe it.
enum LockBehaviours {
  static let all: [Behaviour] =
    [
      Behaviour(
        "semaphore-signalled-by-another",
        "a thread that holds a semaphore is let in again when another thread has signalled it",
        attempts: 20, attempt: signalledByAnother)
    ]
    + [1, 2, 4].map { value in
      Behaviour(
        "semaphore-of-\(value)",
        "a semaphore that starts at \(value) has as many threads inside together and refuses others",
        attempts: 10
      ) { SemaphoreRoom(value: value).letsInAsManyAsItSays() }
    }

  private static func signalledByAnother() -> Bool {
    let semaphore = DispatchSemaphore(value: 1)
    nonisolated(unsafe) var signaller: UInt32 = 0
    semaphore.wait()
    let isTaken = semaphore.wait(timeout: .now()) == .timedOut
    let other = OwnThreads(1) { _ in
      signaller = sync_owner_id()
      semaphore.signal()
    }
    // The timeout is far longer than the signal takes, so the wait fails only if the signal never
    // comes.
    let comesIn = semaphore.wait(timeout: .now() + .seconds(10)) == .success
    other.join()
    // A semaphore traps if it is freed with a value below its initial value.
    semaphore.signal()
    return isTaken && comesIn && signaller != 0 && signaller != sync_owner_id()
  }
}

/// A room behind a semaphore, for an experiment on the number of threads that the semaphore lets in
/// together.
final class SemaphoreRoom: Sendable {
  private let value: Int
  private let door: DispatchSemaphore
  private let hasEntered = DispatchSemaphore(value: 0)
  private let mayLeave = DispatchSemaphore(value: 0)
  private let inside = MutexProtected(0)

  /// Makes an empty room whose semaphore starts at `value`.
  init(value: Int) {
    self.value = value
    door = DispatchSemaphore(value: value)
  }

  /// Whether as many threads as the semaphore's value are inside together, one more is refused, and
  /// a thread comes in after the other threads have left.
  func letsInAsManyAsItSays() -> Bool {
    let visitors = OwnThreads(value) { _ in self.visit() }
    var entered = 0
    while entered < visitors.count, hasEntered.wait(timeout: patience()) == .success {
      entered += 1
    }
    let together = inside.get()
    let isRefused = door.wait(timeout: .now()) == .timedOut
    for _ in 0..<visitors.count { mayLeave.signal() }
    visitors.join()
    if !isRefused { door.signal() }
    let comesIn = door.wait(timeout: patience()) == .success
    // A semaphore traps if it is freed with a value below its initial value.
    if comesIn { door.signal() }
    return together == value && isRefused && comesIn
  }

  private func visit() {
    door.wait()
    inside.withLock { $0 += 1 }
    hasEntered.signal()
    mayLeave.wait()
    inside.withLock { $0 -= 1 }
    door.signal()
  }

  /// The deadline of a wait for a signal that must come, so late that only a missing signal makes
  /// the wait fail.
  private func patience() -> DispatchTime { .now() + .seconds(10) }
}

/// Uses of locks that end a process according to guides, and similar uses that should return.
enum LockEndings {
  static let all: [Ending] = [
    relock("relock-unfair-futex-owner", "unfair-futex-owner", UnfairOwnerFutex.self),
    relock("relock-mutex", "Synchronization.Mutex", StandardMutex.self),
    relock("relock-ns-lock", "NSLock", NSLockExclusion.self),
    relock("relock-nio-lock", "NIOLock", NIOLockExclusion.self),
    relock("relock-pthread-mutex", "a default pthread mutex", PthreadMutex.self),
    relock("relock-ns-recursive-lock", "NSRecursiveLock", NSRecursiveLockExclusion.self),
    releaseByAnother("release-by-another-unfair-futex-owner", "unfair-futex-owner") {
      let lock = UnfairOwnerFutex()
      lock.acquire()
      OwnThreads(1) { _ in lock.release() }.join()
    },
    releaseByAnother("release-by-another-semaphore", "a semaphore") {
      let semaphore = DispatchSemaphore(value: 1)
      semaphore.wait()
      OwnThreads(1) { _ in semaphore.signal() }.join()
    },
  ]

  private static func releaseByAnother(
    _ name: String, _ lock: String, _ body: @escaping @Sendable () -> Void
  ) -> Ending {
    Ending(name, "another thread than the one that took \(lock) releases it", attempt: body)
  }

  private static func relock<Exclusion: MutualExclusion & ~Copyable>(
    _ name: String, _ lock: String, _ type: Exclusion.Type
  ) -> Ending where Exclusion.ThreadState == Void {
    Ending(name, "a thread takes \(lock) twice") {
      let exclusion = Exclusion()
      var outer: Void = ()
      exclusion.exclusively(&outer) {
        var inner: Void = ()
        exclusion.exclusively(&inner) {}
      }
    }
  }
}
