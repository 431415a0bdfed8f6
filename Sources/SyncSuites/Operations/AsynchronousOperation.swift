import Foundation
import Synchronization

/// An operation that goes on after `start` has returned, until ``finish()``.
///
/// Foundation on Linux has no key-value observing. `Operation` itself acts on
/// `didChangeValue(forKey:)`. For the key `isFinished`, `Operation` reads the property, releases
/// the dependent operations, wakes the waiting threads, and frees its slot in the queue. A property
/// that changes without this call is never noticed.
class AsynchronousOperation: Operation, @unchecked Sendable {
  private let phase = Atomic<UInt32>(0)

  final override var isAsynchronous: Bool { true }

  /// Whether the operation has begun to run `main`, and ``finish()`` has not been called yet.
  final override var isExecuting: Bool { phase.load(ordering: .acquiring) == Phase.executing }

  final override var isFinished: Bool { phase.load(ordering: .acquiring) == Phase.finished }

  /// Runs `main`, which submits the rest of the work elsewhere.
  ///
  /// A cancelled operation finishes without running `main`.
  final override func start() {
    if isCancelled { return become(Phase.finished, telling: ["isFinished"]) }
    become(Phase.executing, telling: ["isExecuting"])
    main()
  }

  final func finish() { become(Phase.finished, telling: ["isExecuting", "isFinished"]) }

  private func become(_ next: UInt32, telling keys: [String]) {
    for key in keys { willChangeValue(forKey: key) }
    phase.store(next, ordering: .releasing)
    for key in keys { didChangeValue(forKey: key) }
  }
}

/// The states of an asynchronous operation; 0 is the state before `start`.
private enum Phase {
  static let executing: UInt32 = 1
  static let finished: UInt32 = 2
}
