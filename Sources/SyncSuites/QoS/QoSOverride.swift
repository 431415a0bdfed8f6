import CSyncShims
import Dispatch
import Synchronization

/// A way to ask that work run at another class than its thread was started for.
struct QoSOverride: Sendable {
  /// The name, in kebab case.
  let name: String

  /// One line on what it is.
  let summary: String

  /// The class at which the guides have the work run; nil where they name none.
  ///
  /// Source: the comments of libdispatch's own headers, dispatch/block.h and dispatch/queue.h, which say it
  /// for any system; for tasks, Swift evolution proposal 304.
  let guidedClass: ServiceClass?

  /// Has the work note what its thread is, and waits for it.
  let look: @Sendable (SchedulingNotes) -> Void

  private init(
    _ name: String, _ summary: String, guides guidedClass: ServiceClass?,
    look: @escaping @Sendable (SchedulingNotes) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.guidedClass = guidedClass
    self.look = look
  }

  /// All of them, in the order in which they are shown.
  static let all: [QoSOverride] = items + syncs + targets + waits
}

// MARK: - Items and queues

extension QoSOverride {
  private static let items = [
    QoSOverride(
      "item-class", "a user-initiated item on a queue without a class", guides: .userInitiated
    ) { submit($0, to: queue(of: nil), at: .userInitiated) },
    QoSOverride(
      "item-class-queue-class", "a user-initiated item on a utility queue", guides: .utility
    ) { submit($0, to: queue(of: .utility), at: .userInitiated) },
    QoSOverride(
      "item-enforced", "a user-initiated item with .enforceQoS on a utility queue",
      guides: .userInitiated
    ) { submit($0, to: queue(of: .utility), at: .userInitiated, .enforceQoS) },
    QoSOverride(
      "item-enforced-lower", "a background item with .enforceQoS on a user-initiated queue",
      guides: .userInitiated
    ) { submit($0, to: queue(of: .userInitiated), at: .background, .enforceQoS) },
    QoSOverride(
      "relative-priority", "a queue of the default class with a relative priority of -15",
      guides: nil
    ) {
      let lowest = DispatchQoS(qosClass: .default, relativePriority: -15)
      let queue = DispatchQueue(label: "syncbench.relative", qos: lowest, attributes: .concurrent)
      submit($0, to: queue, at: nil)
    },
  ]

  private static let syncs = [
    QoSOverride(
      "sync-from-higher", "a user-initiated thread's sync on a utility queue",
      guides: .userInitiated
    ) { lookInSync($0, on: queue(of: .utility), from: .userInitiated) },
    QoSOverride(
      "sync-from-lower", "a background thread's sync on a user-initiated queue",
      guides: .background
    ) { lookInSync($0, on: queue(of: .userInitiated), from: .background) },
  ]

  private static let targets = [
    QoSOverride(
      "target-queue", "a queue without a class that targets a background queue",
      guides: .background
    ) { submit($0, to: queue(of: nil, target: queue(of: .background)), at: nil) },
    QoSOverride(
      "target-lower", "a user-initiated queue that targets a background queue",
      guides: .userInitiated
    ) { submit($0, to: queue(of: .userInitiated, target: queue(of: .background)), at: nil) },
    QoSOverride(
      "target-higher", "a utility queue that targets a user-initiated queue", guides: .utility
    ) { submit($0, to: queue(of: .utility, target: queue(of: .userInitiated)), at: nil) },
  ]

  private static func lookInSync(
    _ notes: SchedulingNotes, on queue: DispatchQueue, from caller: ServiceClass
  ) {
    caller.run { queue.sync { notes.look() } }
  }

  /// A concurrent queue: on a serial one an item's class is promised to those before it as well.
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
    let done = DispatchSemaphore(value: 0)
    queue.async(qos: itemClass?.dispatchQoS ?? .unspecified, flags: flags) {
      notes.look()
      done.signal()
    }
    done.wait()
  }
}

// MARK: - Work that somebody more urgent waits for

extension QoSOverride {
  private static let waits = [
    QoSOverride(
      "waited-for", "an item of a utility queue while a user-initiated thread waits for it",
      guides: .userInitiated, look: lookWaitedFor),
    QoSOverride(
      "queued-behind", "an item of a utility queue with an enforced user-initiated one behind it",
      guides: .userInitiated, look: lookWithOneBehind),
    QoSOverride(
      "awaited-task", "a background task while a high one awaits it", guides: .userInitiated,
      look: lookAwaited),
  ]

  @Sendable private static func lookWaitedFor(_ notes: SchedulingNotes) {
    let somebodyWaits = Event()
    let serial = DispatchQueue(label: "syncbench.waited-for", qos: .utility)
    let waitedFor = SharedItem(item: DispatchWorkItem { somebodyWaits.lookAfter(notes) })
    let done = DispatchSemaphore(value: 0)
    serial.async(execute: waitedFor.item)
    ServiceClass.userInitiated.queue.async {
      somebodyWaits.happen()
      waitedFor.item.wait()
      done.signal()
    }
    done.wait()
  }

  @Sendable private static func lookWithOneBehind(_ notes: SchedulingNotes) {
    let oneIsBehind = Event()
    let serial = DispatchQueue(label: "syncbench.queued-behind", qos: .utility)
    let group = DispatchGroup()
    serial.async(group: group) { oneIsBehind.lookAfter(notes) }
    serial.async(group: group, qos: .userInitiated, flags: .enforceQoS) {}
    oneIsBehind.happen()
    group.wait()
  }

  @Sendable private static func lookAwaited(_ notes: SchedulingNotes) {
    let somebodyAwaits = Event()
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

/// A work item that one thread runs and another waits for, which is what it is made for.
private struct SharedItem: @unchecked Sendable {
  let item: DispatchWorkItem
}

/// Something that happens once, which another thread spins for: asleep, it could not be made more urgent.
private final class Event: Sendable {
  private let hasHappened = Atomic<Bool>(false)

  func happen() { hasHappened.store(true, ordering: .releasing) }

  /// Looks some time after it has happened: a boost comes with a wait, which comes a moment later.
  func lookAfter(_ notes: SchedulingNotes) {
    while !hasHappened.load(ordering: .acquiring) { _ = sync_work(100) }
    let due = sync_monotonic_ns() + 2_000_000
    while sync_monotonic_ns() < due { _ = sync_work(100) }
    notes.look()
  }
}
