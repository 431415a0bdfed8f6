import CSyncShims
import Dispatch

/// A way to ask for the class of a piece of work: by its item, its queue, the queue's target, its
/// caller, or a thread or task that waits for it.
struct QoSOverride: Sendable {
  /// The name, in kebab case.
  let name: String

  /// The override in one line.
  let summary: String

  /// The class at which the work runs according to the guides; nil if the guides name none.
  ///
  /// Source: the comments of libdispatch's headers dispatch/block.h and dispatch/queue.h, which
  /// hold for any system; for tasks, Swift Evolution proposal 304.
  let guidedClass: ServiceClass?

  /// Makes the work record how its thread is scheduled, and waits for the work.
  let look: @Sendable (SchedulingNotes) -> Void

  /// All overrides, in the order in which they are shown.
  static let all: [QoSOverride] = items + syncs + targets + waits
}

// MARK: - Items and queues

extension QoSOverride {
  private static let items = [
    QoSOverride(
      name: "item-class", summary: "a user-initiated item on a queue without a class",
      guidedClass: .userInitiated
    ) { submit($0, to: queue(of: nil), at: .userInitiated) },
    QoSOverride(
      name: "item-class-queue-class", summary: "a user-initiated item on a utility queue",
      guidedClass: .utility
    ) { submit($0, to: queue(of: .utility), at: .userInitiated) },
    QoSOverride(
      name: "item-enforced", summary: "a user-initiated item with .enforceQoS on a utility queue",
      guidedClass: .userInitiated
    ) { submit($0, to: queue(of: .utility), at: .userInitiated, .enforceQoS) },
    QoSOverride(
      name: "item-enforced-lower",
      summary: "a background item with .enforceQoS on a user-initiated queue",
      guidedClass: .userInitiated
    ) { submit($0, to: queue(of: .userInitiated), at: .background, .enforceQoS) },
    QoSOverride(
      name: "relative-priority",
      summary: "a queue of the default class with a relative priority of -15",
      guidedClass: nil
    ) {
      let lowest = DispatchQoS(qosClass: .default, relativePriority: -15)
      let queue = DispatchQueue(label: "syncbench.relative", qos: lowest, attributes: .concurrent)
      submit($0, to: queue, at: nil)
    },
  ]

  private static let syncs = [
    QoSOverride(
      name: "sync-from-higher", summary: "a user-initiated thread's sync on a utility queue",
      guidedClass: .userInitiated
    ) { lookInSync($0, on: queue(of: .utility), from: .userInitiated) },
    QoSOverride(
      name: "sync-from-lower", summary: "a background thread's sync on a user-initiated queue",
      guidedClass: .background
    ) { lookInSync($0, on: queue(of: .userInitiated), from: .background) },
  ]

  private static let targets = [
    QoSOverride(
      name: "target-queue", summary: "a queue without a class that targets a background queue",
      guidedClass: .background
    ) { submit($0, to: queue(of: nil, target: queue(of: .background)), at: nil) },
    QoSOverride(
      name: "target-lower", summary: "a user-initiated queue that targets a background queue",
      guidedClass: .userInitiated
    ) { submit($0, to: queue(of: .userInitiated, target: queue(of: .background)), at: nil) },
    QoSOverride(
      name: "target-higher", summary: "a utility queue that targets a user-initiated queue",
      guidedClass: .utility
    ) { submit($0, to: queue(of: .utility, target: queue(of: .userInitiated)), at: nil) },
  ]

  private static func lookInSync(
    _ notes: SchedulingNotes, on queue: DispatchQueue, from caller: ServiceClass
  ) {
    caller.run { queue.sync { notes.look() } }
  }

  /// Makes a concurrent queue, because a serial queue gives an item's class to the items ahead as
  /// well.
  private static func queue(
    of serviceClass: ServiceClass?, target: DispatchQueue? = nil
  ) -> DispatchQueue {
    DispatchQueue(
      label: "syncbench.override", qos: serviceClass?.dispatchQoS ?? .unspecified,
      attributes: .concurrent, target: target)
  }

  private static func submit(
    _ notes: SchedulingNotes, to queue: DispatchQueue, at itemClass: ServiceClass?,
    _ flags: DispatchWorkItemFlags = []
  ) {
    notes.look { item in
      queue.async(qos: itemClass?.dispatchQoS ?? .unspecified, flags: flags, execute: item)
    }
  }
}

// MARK: - Work that a more urgent thread waits for

extension QoSOverride {
  private static let waits = [
    QoSOverride(
      name: "waited-for",
      summary: "an item of a utility queue while a user-initiated thread waits for it",
      guidedClass: .userInitiated, look: lookWaitedFor),
    QoSOverride(
      name: "queued-behind",
      summary: "a utility queue's item, with a user-initiated item (.enforceQoS) queued behind it",
      guidedClass: .userInitiated, look: lookWithOneBehind),
    QoSOverride(
      name: "awaited-task", summary: "a background task while a high-priority task awaits it",
      guidedClass: .userInitiated,
      look: lookAwaited),
  ]

  @Sendable private static func lookWaitedFor(_ notes: SchedulingNotes) {
    let somebodyWaits = Happening()
    let serial = DispatchQueue(label: "syncbench.waited-for", qos: .utility)
    let waitedFor = SharedItem(item: DispatchWorkItem { somebodyWaits.lookAfter(notes) })
    serial.async(execute: waitedFor.item)
    ServiceClass.userInitiated.run {
      somebodyWaits.happen()
      waitedFor.item.wait()
    }
  }

  @Sendable private static func lookWithOneBehind(_ notes: SchedulingNotes) {
    let oneIsBehind = Happening()
    let serial = DispatchQueue(label: "syncbench.queued-behind", qos: .utility)
    let group = DispatchGroup()
    serial.async(group: group) { oneIsBehind.lookAfter(notes) }
    serial.async(group: group, qos: .userInitiated, flags: .enforceQoS) {}
    oneIsBehind.happen()
    group.wait()
  }

  @Sendable private static func lookAwaited(_ notes: SchedulingNotes) {
    let somebodyAwaits = Happening()
    let done = DispatchSemaphore(value: 0)
    let awaited = Task.detached(priority: .background) { somebodyAwaits.lookAfter(notes) }
    Task.detached(priority: .high) {
      somebodyAwaits.happen()
      await awaited.value
      done.signal()
    }
    done.wait()
  }
}

/// A work item that one thread runs and another thread waits for; a work item allows both uses.
private struct SharedItem: @unchecked Sendable {
  let item: DispatchWorkItem
}

extension Happening {
  /// Spins until the event happens, and notes the scheduling 2 ms later, because the wait that
  /// makes the thread more urgent begins a moment after the event.
  ///
  /// The thread spins, because a sleeping thread could not be made more urgent.
  fileprivate func lookAfter(_ notes: SchedulingNotes) {
    while !hasHappened { _ = sync_work(100) }
    let due = sync_monotonic_ns() + 2_000_000
    while sync_monotonic_ns() < due { _ = sync_work(100) }
    notes.look()
  }
}
