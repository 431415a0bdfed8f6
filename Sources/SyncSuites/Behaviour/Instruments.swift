import CSyncShims
import Dispatch
import SyncPrimitives
import Synchronization

/// Waits that end in any case: an experiment must.
enum BoundedWait {
  /// Spins until something holds; whether it came to that in time.
  ///
  /// It yields each time: what is waited for may need this CPU.
  static func spin(
    atMost nanoseconds: UInt64 = 1_000_000_000, until holds: () -> Bool
  ) -> Bool {
    let due = sync_monotonic_ns() + nanoseconds
    while !holds() {
      if sync_monotonic_ns() > due { return false }
      sync_yield()
    }
    return true
  }

  /// Spins until a thread of this process sleeps; whether it came to that in time.
  static func spin(untilSleeps thread: Int32) -> Bool {
    spin { sync_is_runnable(thread) == 0 }
  }
}

/// What items note of themselves: which ran, in what order, on which thread.
final class ItemNotes: Sendable {
  /// One item, as it ran.
  struct Note: Equatable {
    let item: Int
    let thread: Int32
  }

  private let notes = MutexProtected<[Note]>([])

  /// What was noted so far, in order.
  var all: [Note] { notes.get() }

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

  var hasHappened: Bool { flag.load(ordering: .acquiring) }

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

/// What came in an attempt of an experiment, in the order in which it came.
final class StepLog: Sendable {
  private let seen = MutexProtected<[String]>([])
  private let came = DispatchSemaphore(value: 0)
  /// How long a step is waited for, in ns.
  ///
  /// Long, because a loaded machine may take its time; and short once a step has not come, or an experiment
  /// whose steps never come would keep its process for minutes.
  private static let patience = Atomic(1_000_000_000)
  private static let patienceAfterFailure = 10_000_000

  /// The steps so far.
  var steps: [String] { seen.get() }

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

/// Two CPUs at which two threads meet, each bound to its own; where there is only one, both stay free.
final class PairOfCPUs: Sendable {
  private let allowed: [Int32]
  private let bound = ItemNotes()
  private let arrived = Atomic<Int>(0)

  /// Takes the first two of those that the process may use.
  init() { allowed = allowedCPUs().map { Int32($0) } }

  /// Binds the calling thread, and spins until the other is there too, 50 ms at most.
  ///
  /// - Parameter party: 0 or 1: which of the two it is.
  func meet(_ party: Int) {
    if allowed.count > 1 {
      bound.note(party)
      bind(sync_thread_id(), to: [allowed[party]])
    }
    arrived.wrappingAdd(1, ordering: .relaxed)
    let due = sync_monotonic_ns() + 50_000_000
    // It neither yields nor sleeps: both are to run when they part.
    while arrived.load(ordering: .relaxed) < 2, sync_monotonic_ns() < due {}
  }

  /// Lets both threads run anywhere again.
  func letGo() {
    for one in bound.all { bind(one.thread, to: allowed) }
  }

  private func bind(_ thread: Int32, to cpus: [Int32]) {
    _ = sync_affinity_set(thread, cpus, cpus.count)
  }
}

/// Threads of an experiment's own, each with its number, which none of a system's pools runs.
final class OwnThreads {
  private var threads: [PosixThread] = []

  /// Starts so many; where the system refuses one, there are fewer.
  init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    threads = (0..<count).compactMap { number in try? PosixThread { body(number) } }
  }

  /// How many there are.
  var count: Int { threads.count }

  /// Waits until all have ended.
  func join() {
    for thread in threads { thread.join() }
    threads = []
  }
}
