import Dispatch
import Synchronization

/// The behaviour of barriers, as guides describe it.
enum BarrierBehaviours {
  static let all = [
    Behaviour(
      "barrier-after-earlier",
      "a private queue's barrier begins when all items before it have ended",
      attempts: 20
    ) { !BarrierTrial.on(privateQueue).early.hasHappened },
    Behaviour(
      "barrier-alone", "no item of a private queue runs beside its barrier", attempts: 20
    ) { !BarrierTrial.on(privateQueue).company.hasHappened },
    Behaviour(
      "barrier-before-later", "a private queue's later items begin when its barrier has ended",
      attempts: 20
    ) { !BarrierTrial.on(privateQueue).overtaken.hasHappened },
    Behaviour(
      "barrier-sync-alone", "no item of a private queue runs beside its barrier by sync",
      attempts: 20
    ) { !BarrierTrial.on(privateQueue, bySync: true).company.hasHappened },
    Behaviour(
      "global-barrier-has-company", "an item of a global queue runs beside a barrier on it",
      attempts: 10
    ) {
      let company = Company(of: 2)
      let group = DispatchGroup()
      let queue = DispatchQueue.global()
      queue.async(group: group) { company.join(atMost: 50_000_000) }
      queue.async(group: group, flags: .barrier) { company.join(atMost: 50_000_000) }
      group.wait()
      return company.hasMet
    },
  ]

  private static var privateQueue: DispatchQueue {
    DispatchQueue(label: "syncbench.private", attributes: .concurrent)
  }
}

/// A barrier with items before and behind it.
///
/// The earlier items and the barrier run for up to `stay` ns, so that any overlap is seen.
private final class BarrierTrial: Sendable {
  private static let items = 4
  private static let stay: UInt64 = 20_000

  private let ended = Atomic<Int>(0)
  private let inside = Atomic<Int>(0)
  private let barrierEnded = Happening()
  /// Happens if the barrier begins before an earlier item has ended.
  let early = Happening()
  /// Happens if another item runs beside the barrier.
  let company = Happening()
  /// Happens if a later item begins before the barrier has ended.
  let overtaken = Happening()

  /// Submits items, a barrier and further items to a queue, and waits for all of them.
  static func on(_ queue: DispatchQueue, bySync: Bool = false) -> BarrierTrial {
    let trial = BarrierTrial()
    let group = DispatchGroup()
    for _ in 0..<items { queue.async(group: group) { trial.runEarlier() } }
    if bySync {
      queue.sync(flags: .barrier) { trial.runBarrier() }
    } else {
      queue.async(group: group, flags: .barrier) { trial.runBarrier() }
    }
    for _ in 0..<items { queue.async(group: group) { trial.runLater() } }
    group.wait()
    return trial
  }

  private func runEarlier() {
    inside.wrappingAdd(1, ordering: .acquiringAndReleasing)
    _ = BoundedWait.spin(atMost: Self.stay) { early.hasHappened }
    inside.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    ended.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }

  private func runBarrier() {
    if ended.load(ordering: .acquiring) < Self.items { early.happen() }
    // The barrier continues even after another item ran beside it, because a later item may still
    // overtake it.
    _ = BoundedWait.spin(atMost: Self.stay) {
      if inside.load(ordering: .acquiring) > 0 { company.happen() }
      return overtaken.hasHappened
    }
    barrierEnded.happen()
  }

  private func runLater() {
    inside.wrappingAdd(1, ordering: .acquiringAndReleasing)
    if !barrierEnded.hasHappened { overtaken.happen() }
    inside.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }
}
