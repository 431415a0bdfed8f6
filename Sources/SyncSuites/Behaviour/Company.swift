import Dispatch
import SyncPrimitives

/// Whether as many parties as it takes were ever at a place together.
final class Company: Sendable {
  private struct State {
    var present = 0
    var hasMet = false
  }

  private let size: Int
  private let state = MutexProtected(State())
  private let complete = DispatchSemaphore(value: 0)

  /// Makes a place that nobody is at.
  init(of size: Int) { self.size = size }

  /// Whether all were there.
  var hasMet: Bool { state.withLock { $0.hasMet } }

  /// Comes, waits for the others for so many ns at most, and goes.
  ///
  /// Asleep, so that another one gets the CPU where there is only one.
  func join(atMost nanoseconds: Int) {
    let isComplete = state.withLock { state in
      state.present += 1
      if state.present == size { state.hasMet = true }
      return state.hasMet
    }
    if isComplete {
      for _ in 1..<size { complete.signal() }
    } else {
      _ = complete.wait(timeout: .now() + .nanoseconds(nanoseconds))
    }
    state.withLock { $0.present -= 1 }
  }
}
