import SyncPrimitives
import Synchronization

/// A place that counts the parties inside, and the most that were inside at once.
final class Occupancy: Sendable {
  private let inside = CacheAligned(Atomic<Int>(0))
  private let most = CacheAligned(Atomic<Int>(0))

  /// Runs `body` inside.
  func run(_ body: () -> Void) {
    let now = inside.pointer.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    most.pointer.pointee.max(now, ordering: .relaxed)
    body()
    inside.pointer.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }

  /// The most parties that were inside at once since the last call.
  func takeMost() -> Int { most.pointer.pointee.exchange(0, ordering: .acquiringAndReleasing) }
}
