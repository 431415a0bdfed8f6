import CSyncShims
import SyncPrimitives
import Synchronization

/// What items note of themselves: which ran, in what order, on which thread.
final class ItemNotes: Sendable {
  /// One item, as it ran.
  struct Note: Equatable {
    let item: Int
    let thread: Int32
  }

  private let notes = MutexProtected<[Note]>([])

  /// What was noted so far, in order.
  var all: [Note] { notes.withLock { $0 } }

  /// The items in the order in which they came.
  var items: [Int] { all.map(\.item) }

  /// Notes an item on the calling thread.
  func note(_ item: Int) {
    let note = Note(item: item, thread: sync_thread_id())
    notes.withLock { $0.append(note) }
  }
}

/// Something that happens once.
final class Happening: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Whether it has happened.
  var hasHappened: Bool { flag.load(ordering: .acquiring) }

  /// It happens.
  func happen() { flag.store(true, ordering: .releasing) }

  /// Spins until it happens; whether it came to that in time.
  func wait(atMost nanoseconds: UInt64 = 1_000_000_000) -> Bool {
    BoundedWait.spin(atMost: nanoseconds) { hasHappened }
  }
}

/// A place that items come to, which sees whether two are there together.
final class MeetingPlace: Sendable {
  private let present = Atomic<Int>(0)
  private let met = Happening()

  /// Whether two have been there together.
  var sawTwo: Bool { met.hasHappened }

  /// Stays until another comes, but no longer than asked for.
  func visit(atMost nanoseconds: UInt64) {
    if present.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue > 1 { met.happen() }
    _ = met.wait(atMost: nanoseconds)
    present.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }
}
