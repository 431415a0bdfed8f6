import CSyncShims
import Dispatch
import SyncPrimitives
import Synchronization

/// Waits that always end, because an experiment must end.
enum BoundedWait {
  /// Spins until `holds` is true, and returns false if that takes too long.
  ///
  /// Each step yields, because the awaited thread may need this CPU.
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

  /// Spins until a thread of this process sleeps, and returns false if that takes too long.
  static func spin(untilSleeps thread: Int32) -> Bool {
    spin { sync_is_runnable(thread) == 0 }
  }
}

/// The log of items that ran, in order and with their threads.
final class ItemNotes: Sendable {
  /// The run of one item.
  struct Note: Equatable {
    let item: Int
    let thread: Int32
  }

  private let notes = MutexProtected<[Note]>([])

  /// The notes so far, in order.
  var all: [Note] { notes.get() }

  /// The items in the order in which they came.
  var items: [Int] { all.map(\.item) }

  /// Notes an item on the calling thread.
  func note(_ item: Int) {
    let note = Note(item: item, thread: sync_thread_id())
    notes.withLock { $0.append(note) }
  }
}

/// An event that happens once.
final class Happening: Sendable {
  private let flag = Atomic<Bool>(false)

  var hasHappened: Bool { flag.load(ordering: .acquiring) }

  func happen() { flag.store(true, ordering: .releasing) }

  /// Spins until the event happens, and returns false if that takes too long.
  func wait(atMost nanoseconds: UInt64 = 1_000_000_000) -> Bool {
    BoundedWait.spin(atMost: nanoseconds) { hasHappened }
  }
}

/// The steps of an attempt of an experiment, in the order in which they came.
final class StepLog: Sendable {
  private let seen = MutexProtected<[String]>([])
  private let came = DispatchSemaphore(value: 0)
  private let mayGoOn = DispatchSemaphore(value: 0)
  /// The longest wait for a step, in ns.
  ///
  /// The wait is long, because a loaded machine may be slow. After a step of any log of the process
  /// has failed to come, the wait is short, because otherwise an experiment whose steps never come
  /// would keep its process for minutes.
  private static let patience = Atomic(1_000_000_000)
  private static let patienceAfterFailure = 10_000_000

  /// The steps so far.
  var steps: [String] { seen.get() }

  /// Notes that a step came.
  func note(_ step: String) {
    seen.withLock { $0.append(step) }
    came.signal()
  }

  /// Blocks until ``letGoOn()``.
  func stay() { mayGoOn.wait() }

  /// Notes that some work has begun, blocks until ``letGoOn()``, and notes that the work has ended.
  func hold(_ begun: String, _ ended: String) {
    note(begun)
    stay()
    note(ended)
  }

  /// Lets blocked work go on.
  func letGoOn() { mayGoOn.signal() }

  /// Submits to the global queue an item that notes itself, and returns whether the note comes.
  ///
  /// If this item runs, any other item that needs only the global queue could run too.
  func runsGlobalItem() -> Bool {
    DispatchQueue.global().async { self.note("global item") }
    return wait()
  }

  /// Waits for `count` further steps, and returns whether they come.
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

/// A meeting point that notes whether `size` parties are present together.
final class Company: Sendable {
  private struct State {
    var present = 0
    var hasMet = false
  }

  private let size: Int
  private let state = MutexProtected(State())
  private let complete = DispatchSemaphore(value: 0)

  init(of size: Int) { self.size = size }

  /// Whether `size` parties have been present together.
  var hasMet: Bool { state.withLock { $0.hasMet } }

  /// Arrives, waits until `size` parties have been present together, and leaves.
  ///
  /// A waiting party sleeps, because another party may need the only CPU.
  ///
  /// - Parameter nanoseconds: The longest wait, in ns.
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

/// Two CPUs for two threads that meet, each bound to its own CPU.
///
/// If the process has only one CPU, both threads stay unbound.
final class PairOfCPUs: Sendable {
  private let allowed: [Int32]
  private let bound = ItemNotes()
  private let arrived = Atomic<Int>(0)

  /// Takes the first two CPUs that the process may use.
  init() { allowed = allowedCPUs().map { Int32($0) } }

  /// Binds the calling thread, and spins until the other thread has come too, for at most 50 ms.
  ///
  /// - Parameter party: The thread's number, 0 or 1.
  func meet(_ party: Int) {
    if allowed.count > 1 {
      bound.note(party)
      bind(sync_thread_id(), to: [allowed[party]])
    }
    arrived.wrappingAdd(1, ordering: .relaxed)
    let due = sync_monotonic_ns() + 50_000_000
    // The loop neither yields nor sleeps, so that both threads are running when they leave it.
    while arrived.load(ordering: .relaxed) < 2, sync_monotonic_ns() < due {}
  }

  /// Lets both threads run on all CPUs of the process again.
  func letGo() {
    for one in bound.all { bind(one.thread, to: allowed) }
  }

  private func bind(_ thread: Int32, to cpus: [Int32]) {
    _ = sync_affinity_set(thread, cpus, cpus.count)
  }
}

/// Threads of an experiment, each with its number, outside of the system's pools.
final class OwnThreads {
  private var threads: [PosixThread] = []

  /// Starts `count` threads, or fewer if the system refuses some.
  init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    threads = (0..<count).compactMap { number in try? PosixThread { body(number) } }
  }

  /// The number of threads.
  var count: Int { threads.count }

  /// Waits until all threads have ended.
  func join() {
    for thread in threads { thread.join() }
    threads = []
  }
}
