import SyncPrimitives
import Synchronization

/// A counter of the parties inside, and of the most parties that were inside together.
final class Occupancy: Sendable {
  private let inside = CacheAligned(Atomic<Int>(0))
  private let most = CacheAligned(Atomic<Int>(0))

  /// Runs `body` as a party inside.
  func run(_ body: () -> Void) {
    let now = inside.pointer.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    most.pointer.pointee.max(now, ordering: .relaxed)
    body()
    inside.pointer.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }

  /// Returns the most parties that were inside together since the last call.
  func takeMost() -> Int { most.pointer.pointee.exchange(0, ordering: .acquiringAndReleasing) }
}
