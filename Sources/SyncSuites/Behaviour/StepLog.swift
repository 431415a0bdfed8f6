import Dispatch
import SyncPrimitives
import Synchronization

/// What came in an attempt of an experiment, in the order in which it came.
final class StepLog: Sendable {
  private let seen = MutexProtected<[String]>([])
  private let came = DispatchSemaphore(value: 0)
  /// How long a step is waited for, in ns.
  ///
  /// Long, for a loaded machine may take its time; and short once a step has not come, or an experiment
  /// whose steps never come would keep its process for minutes.
  private static let patience = Atomic(1_000_000_000)
  private static let patienceAfterFailure = 10_000_000

  /// The steps so far.
  var steps: [String] { seen.withLock { $0 } }

  /// Notes that a step came.
  func note(_ step: String) {
    seen.withLock { $0.append(step) }
    came.signal()
  }

  /// Waits for as many further steps; false where they do not come.
  func wait(for count: Int = 1) -> Bool {
    for _ in 0..<count {
      let patience = DispatchTimeInterval.nanoseconds(Self.patience.load(ordering: .relaxed))
      if came.wait(timeout: .now() + patience) == .timedOut {
        Self.patience.store(Self.patienceAfterFailure, ordering: .relaxed)
        return false
      }
    }
    return true
  }
}
