import CSyncShims
import Dispatch
import Glibc

/// The behaviour of queues, as guides describe it.
enum QueueBehaviours {
  static let all: [Behaviour] =
    QueueCallers.all + QueueOrders.all + QueueThreads.all + QueueTargets.all
}

/// Experiments on the thread that runs a `sync`, and on the priority that its caller lends to the
/// items ahead.
enum QueueCallers {
  static let all = [
    Behaviour(
      "sync-on-free-serial-queue", "sync on a free serial queue runs on its caller's thread"
    ) { runsOnCaller(DispatchQueue(label: "syncbench.free")) },
    Behaviour(
      "sync-on-busy-serial-queue",
      "sync that waited for a serial queue's item runs on its caller's thread", attempts: 50
    ) { runsOnCaller(DispatchQueue(label: "syncbench.busy"), behindItem: []) },
    Behaviour(
      "sync-behind-barrier",
      "sync that waited for a concurrent queue's barrier runs on its caller's thread",
      attempts: 50
    ) {
      let queue = DispatchQueue(label: "syncbench.busy", attributes: .concurrent)
      return runsOnCaller(queue, behindItem: .barrier)
    },
    Behaviour("sync-on-global-queue", "sync on a global queue runs on its caller's thread") {
      runsOnCaller(.global())
    },
    Behaviour(
      "sync-behind-asyncs-order", "two asyncs and a sync run in this order", attempts: 50
    ) { twoAsyncsAndSync().map(\.item) == [1, 2, 3] },
    Behaviour(
      "sync-takes-drained-queue",
      "after two asyncs on a pool's thread, a sync's section runs on the thread of its caller",
      attempts: 50
    ) {
      let notes = twoAsyncsAndSync()
      let own = sync_thread_id()
      return notes.map { $0.thread == own } == [false, false, true]
    },
    Behaviour(
      "sync-raises-items-ahead",
      "background items run at a caller's nice value or less while its sync waits", attempts: 20,
      attempt: itemsAheadAreRaised),
  ]

  private static func runsOnCaller(_ queue: DispatchQueue) -> Bool {
    queue.sync { sync_thread_id() } == sync_thread_id()
  }

  /// Whether `sync` runs on its caller's thread if an item ahead ends only when the caller sleeps.
  private static func runsOnCaller(
    _ queue: DispatchQueue, behindItem flags: DispatchWorkItemFlags
  ) -> Bool {
    let caller = sync_thread_id()
    let slept = Happening()
    queue.async(flags: flags) {
      if BoundedWait.spin(untilSleeps: caller) { slept.happen() }
    }
    return runsOnCaller(queue) && slept.hasHappened
  }

  /// The notes of two asyncs and a sync behind them.
  ///
  /// The first async ends only when the caller sleeps.
  private static func twoAsyncsAndSync() -> [ItemNotes.Note] {
    let notes = ItemNotes()
    let queue = DispatchQueue(label: "syncbench.order")
    let caller = sync_thread_id()
    queue.async {
      _ = BoundedWait.spin(untilSleeps: caller)
      notes.note(1)
    }
    queue.async { notes.note(2) }
    queue.sync { notes.note(3) }
    return notes.all
  }

  /// Whether two items of a background queue run at the nice value of a user-initiated thread, or
  /// at a lower value, while the thread sleeps in a `sync` behind the items.
  ///
  /// When the thread calls `sync`, the first item is running and the second item waits.
  private static func itemsAheadAreRaised() -> Bool {
    let queue = DispatchQueue(label: "syncbench.lent", qos: .background)
    let (items, caller) = (SchedulingNotes(), SchedulingNotes())
    let callers = ItemNotes()
    let callerIsKnown = Happening()
    queue.async {
      _ = callerIsKnown.wait()
      _ = BoundedWait.spin(untilSleeps: callers.all.first?.thread ?? 0)
      items.look()
    }
    queue.async { items.look() }
    ServiceClass.userInitiated.run {
      caller.look()
      callers.note(0)
      callerIsKnown.happen()
      queue.sync {}
    }
    guard let wanted = caller.take().first?.nice else { return false }
    let nices = items.take().map(\.nice)
    return nices.count == 2 && nices.allSatisfy { $0 <= wanted }
  }
}

/// Uses of queues that are said to end a process.
enum QueueEndings {
  static let all = [
    Ending("sync-on-own-queue", "an item of a serial queue calls sync on that queue") {
      let queue = DispatchQueue(label: "syncbench.own")
      let group = DispatchGroup()
      queue.async(group: group) { queue.sync {} }
      group.wait()
    },
    Ending(
      "sync-on-each-other", "items of two serial queues each call sync on the other's queue"
    ) {
      let (one, other) = (DispatchQueue(label: "syncbench.a"), DispatchQueue(label: "syncbench.b"))
      let (first, second) = (Happening(), Happening())
      let group = DispatchGroup()
      one.async(group: group) {
        first.happen()
        _ = second.wait()
        other.sync {}
      }
      other.async(group: group) {
        second.happen()
        _ = first.wait()
        one.sync {}
      }
      group.wait()
    },
    Ending(
      "main-queue-under-dispatch-main",
      "after dispatchMain(), an item of the main queue traps if it is not on the first thread"
    ) {
      let group = DispatchGroup()
      DispatchQueue.main.async(group: group) {
        precondition(sync_thread_id() == getpid(), "the main queue's item is on another thread")
      }
      group.wait()
    }.led { dispatchMain() },
  ]
}
