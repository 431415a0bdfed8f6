import CSyncShims
import Dispatch
import SyncPrimitives
import SyncWorkloads

/// What guides say locks and semaphores do.
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
    // Far longer than it takes: only what never comes is to fail.
    let comesIn = semaphore.wait(timeout: .now() + .seconds(10)) == .success
    other.join()
    // A semaphore that ends below the value that it started at traps.
    semaphore.signal()
    return isTaken && comesIn && signaller != 0 && signaller != sync_owner_id()
  }
}
