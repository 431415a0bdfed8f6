import CSyncShims
import Synchronization

/// Two CPUs at which two threads meet, each bound to its own; where there is only one, both stay free.
final class PairOfCPUs: Sendable {
  private let allowed: [Int32]
  private let bound = ItemNotes()
  private let arrived = Atomic<Int>(0)

  /// Takes the first two of those that the process may use.
  init() {
    var cpus = [Int32](repeating: 0, count: 1024)
    let count = sync_affinity_get(&cpus, cpus.count)
    allowed = Array(cpus.prefix(max(0, Int(count))))
  }

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
