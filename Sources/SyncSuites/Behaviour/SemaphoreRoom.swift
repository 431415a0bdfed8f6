import Dispatch
import SyncPrimitives

/// A room that a semaphore keeps, for an experiment on how many it lets in together.
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

  /// Whether as many threads as the semaphore's value are inside together, one more is refused, and it comes
  /// in when they have left.
  func letsInAsManyAsItSays() -> Bool {
    let visitors = OwnThreads(value) { _ in self.visit() }
    var entered = 0
    while entered < visitors.count, hasEntered.wait(timeout: patience()) == .success {
      entered += 1
    }
    let together = inside.withLock { $0 }
    let isRefused = door.wait(timeout: .now()) == .timedOut
    for _ in 0..<visitors.count { mayLeave.signal() }
    visitors.join()
    if !isRefused { door.signal() }
    let comesIn = door.wait(timeout: patience()) == .success
    // A semaphore that ends below the value that it started at traps.
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

  /// The end of a wait for what must come: far off, so that only what never comes fails.
  private func patience() -> DispatchTime { .now() + .seconds(10) }
}
