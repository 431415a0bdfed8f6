import Dispatch
import Synchronization

/// What guides say barriers do.
enum BarrierBehaviours {
  static let all = [
    Behaviour(
      "barrier-after-earlier",
      "a private queue's barrier begins when all items before it have ended",
      attempts: 20
    ) { !BarrierTrial.on(privateQueue).beganEarly },
    Behaviour(
      "barrier-alone", "no item of a private queue runs beside its barrier", attempts: 20
    ) { !BarrierTrial.on(privateQueue).hadCompany },
    Behaviour(
      "barrier-before-later", "a private queue's later items begin when its barrier has ended",
      attempts: 20
    ) { !BarrierTrial.on(privateQueue).wasOvertaken },
    Behaviour(
      "barrier-sync-alone", "no item of a private queue runs beside its barrier by sync",
      attempts: 20
    ) { !BarrierTrial.on(privateQueue, bySync: true).hadCompany },
    Behaviour(
      "global-barrier-has-company", "an item of a global queue runs beside a barrier on it",
      attempts: 10
    ) {
      let place = MeetingPlace()
      let group = DispatchGroup()
      let queue = DispatchQueue.global()
      queue.async(group: group) { place.visit(atMost: 50_000_000) }
      queue.async(group: group, flags: .barrier) { place.visit(atMost: 50_000_000) }
      group.wait()
      return place.sawTwo
    },
  ]

  private static var privateQueue: DispatchQueue {
    DispatchQueue(label: "syncbench.private", attributes: .concurrent)
  }
}

/// A barrier with items before and behind it, which stay for a while so as to be seen beside it.
private final class BarrierTrial: Sendable {
  private static let items = 4
  private static let stay: UInt64 = 20_000

  private let ended = Atomic<Int>(0)
  private let inside = Atomic<Int>(0)
  private let barrierEnded = Happening()
  private let early = Happening()
  private let company = Happening()
  private let overtaken = Happening()

  /// Whether the barrier began before an earlier item had ended.
  var beganEarly: Bool { early.hasHappened }
  /// Whether another item ran while the barrier did.
  var hadCompany: Bool { company.hasHappened }
  /// Whether a later item began before the barrier had ended.
  var wasOvertaken: Bool { overtaken.hasHappened }

  /// Makes one on a queue, and waits for all of its items.
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
    // Company is no reason to leave: later items may be still to come.
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
