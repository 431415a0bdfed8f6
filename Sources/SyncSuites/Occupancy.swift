import SyncPrimitives
import Synchronization

/// A check of a limit on concurrency: counts the calls of ``run(_:)`` that are in progress, and
/// keeps the highest count.
final class Occupancy: Sendable {
  private let inside = CacheAligned(Atomic<Int>(0))
  private let most = CacheAligned(Atomic<Int>(0))

  /// Runs `body`, and counts the call as long as `body` runs.
  func run(_ body: () -> Void) {
    let now = inside.pointer.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    most.pointer.pointee.max(now, ordering: .relaxed)
    body()
    inside.pointer.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }

  /// Returns the highest count since the last call of this function, and starts anew.
  func takeMost() -> Int { most.pointer.pointee.exchange(0, ordering: .acquiringAndReleasing) }
}
