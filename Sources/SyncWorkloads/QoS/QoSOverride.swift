import CSyncShims
import Dispatch
import Synchronization

/// A way to ask that work run at another class than its thread was started for.
public enum QoSOverride: String, CaseIterable, Sendable {
  /// An item with a class, on a queue without one.
  case itemClass = "item-class"
  /// An item with a higher class than its queue's.
  case itemOnClassedQueue = "item-class-queue-class"
  /// The same, enforced.
  case enforced = "item-enforced"
  /// An item with a lower class than its queue's, enforced.
  case enforcedLower = "item-enforced-lower"
  /// A queue of the default class with the lowest relative priority.
  case relativePriority = "relative-priority"
  /// `sync` on a queue of a lower class than the caller's.
  case syncFromHigher = "sync-from-higher"
  /// `sync` on a queue of a higher class than the caller's.
  case syncFromLower = "sync-from-lower"
  /// A queue without a class that targets a queue with one.
  case targetQueue = "target-queue"
  /// A queue whose target has a lower class.
  case targetLower = "target-lower"
  /// A queue whose target has a higher class.
  case targetHigher = "target-higher"
  /// An item that a thread of a higher class waits for.
  case waitedFor = "waited-for"
  /// An item with one of a higher class behind it on its serial queue.
  case queuedBehind = "queued-behind"
  /// A task that one of a higher priority awaits.
  case awaitedTask = "awaited-task"

  /// One line on what it is.
  public var summary: String {
    switch self {
    case .itemClass: "a user-initiated item on a queue without a class"
    case .itemOnClassedQueue: "a user-initiated item on a utility queue"
    case .enforced: "a user-initiated item with .enforceQoS on a utility queue"
    case .enforcedLower: "a background item with .enforceQoS on a user-initiated queue"
    case .relativePriority: "a queue of the default class with a relative priority of -15"
    case .syncFromHigher: "a user-initiated thread's sync on a utility queue"
    case .syncFromLower: "a background thread's sync on a user-initiated queue"
    case .targetQueue: "a queue without a class that targets a background queue"
    case .targetLower: "a user-initiated queue that targets a background queue"
    case .targetHigher: "a utility queue that targets a user-initiated queue"
    case .waitedFor: "an item of a utility queue while a user-initiated thread waits for it"
    case .queuedBehind: "an item of a utility queue with an enforced user-initiated one behind it"
    case .awaitedTask: "a background task while a high one awaits it"
    }
  }

  /// The class at which the guides have the work run; nil where they name none.
  ///
  /// Source: the comments of libdispatch's own headers, dispatch/block.h and dispatch/queue.h, which say it
  /// for any system; for tasks, Swift evolution proposal 304.
  public var guidedClass: ServiceClass? {
    switch self {
    case .itemClass, .enforced, .enforcedLower, .syncFromHigher, .targetLower, .waitedFor,
      .queuedBehind, .awaitedTask:
      .userInitiated
    case .itemOnClassedQueue, .targetHigher: .utility
    case .syncFromLower, .targetQueue: .background
    case .relativePriority: nil
    }
  }

  /// Has the work note what its thread is, and waits for it.
  public func look(_ notes: SchedulingNotes) {
    switch self {
    case .itemClass, .itemOnClassedQueue, .enforced, .enforcedLower, .relativePriority:
      lookInItem(notes)
    case .syncFromHigher:
      lookInSync(notes, on: queue("sync", of: .utility), from: .userInitiated)
    case .syncFromLower:
      lookInSync(notes, on: queue("sync", of: .userInitiated), from: .background)
    case .targetQueue, .targetLower, .targetHigher: lookBehindTarget(notes)
    case .waitedFor: lookWaitedFor(notes)
    case .queuedBehind: lookWithOneBehind(notes)
    case .awaitedTask: lookAwaited(notes)
    }
  }
}

// MARK: - Items and queues

extension QoSOverride {
  private func lookInItem(_ notes: SchedulingNotes) {
    let enforce: DispatchWorkItemFlags = .enforceQoS
    switch self {
    case .itemClass:
      submit(notes, to: queue("item", of: nil), at: .userInitiated)
    case .itemOnClassedQueue:
      submit(notes, to: queue("item", of: .utility), at: .userInitiated)
    case .enforced:
      submit(notes, to: queue("item", of: .utility), at: .userInitiated, enforce)
    case .enforcedLower:
      submit(notes, to: queue("item", of: .userInitiated), at: .background, enforce)
    default:
      let lowest = DispatchQoS(qosClass: .default, relativePriority: -15)
      let queue = DispatchQueue(label: "syncbench.relative", qos: lowest, attributes: .concurrent)
      submit(notes, to: queue, at: nil)
    }
  }

  private func lookBehindTarget(_ notes: SchedulingNotes) {
    switch self {
    case .targetQueue:
      submit(notes, to: queue("outer", of: nil, target: queue("inner", of: .background)), at: nil)
    case .targetLower:
      let inner = queue("inner", of: .background)
      submit(notes, to: queue("outer", of: .userInitiated, target: inner), at: nil)
    default:
      let inner = queue("inner", of: .userInitiated)
      submit(notes, to: queue("outer", of: .utility, target: inner), at: nil)
    }
  }

  private func lookInSync(
    _ notes: SchedulingNotes, on queue: DispatchQueue, from caller: ServiceClass
  ) {
    let done = DispatchSemaphore(value: 0)
    caller.queue.async {
      queue.sync { notes.look() }
      done.signal()
    }
    done.wait()
  }

  /// A concurrent queue: on a serial one an item's class is promised to those before it as well.
  private func queue(
    _ name: String, of serviceClass: ServiceClass?, target: DispatchQueue? = nil
  ) -> DispatchQueue {
    DispatchQueue(
      label: "syncbench.\(name)", qos: serviceClass?.dispatchQoS ?? .unspecified,
      attributes: .concurrent, target: target)
  }

  private func submit(
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
  private func lookWaitedFor(_ notes: SchedulingNotes) {
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

  private func lookWithOneBehind(_ notes: SchedulingNotes) {
    let oneIsBehind = Event()
    let serial = DispatchQueue(label: "syncbench.queued-behind", qos: .utility)
    let group = DispatchGroup()
    serial.async(group: group) { oneIsBehind.lookAfter(notes) }
    serial.async(group: group, qos: .userInitiated, flags: .enforceQoS) {}
    oneIsBehind.happen()
    group.wait()
  }

  private func lookAwaited(_ notes: SchedulingNotes) {
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
