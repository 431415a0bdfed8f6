import CSyncShims
import Dispatch
import SyncPrimitives

/// Experiments on the targets of queues, on global queues, and on the pool's threads.
enum QueueTargets {
  static let all: [Behaviour] = [
    Behaviour(
      "target-shares-its-thread",
      "items of two queues with one serial target, all queued before any runs, run on one thread",
      attempts: 50
    ) {
      let target = DispatchQueue(label: "syncbench.target")
      let queues = ["a", "b"].map { DispatchQueue(label: "syncbench.\($0)", target: target) }
      let notes = ItemNotes()
      let group = DispatchGroup()
      target.suspend()
      for item in 0..<6 { queues[item % 2].async(group: group) { notes.note(item) } }
      target.resume()
      group.wait()
      return Set(notes.all.map(\.thread)).count == 1
    },
    Behaviour(
      "idle-thread-reused",
      "the item of a fresh queue runs on the thread that has just run another fresh queue's item",
      attempts: 50
    ) {
      let notes = ItemNotes()
      for item in 0..<2 {
        let (queue, done) = (DispatchQueue(label: "syncbench.fresh"), DispatchSemaphore(value: 0))
        queue.async {
          notes.note(item)
          done.signal()
        }
        done.wait()
        // The thread must first return from the item.
        if let thread = notes.all.last?.thread { _ = BoundedWait.spin(untilSleeps: thread) }
      }
      return Set(notes.all.map(\.thread)).count == 1
    },
    Behaviour(
      "global-queue-starts", "a global queue's items begin in the order of submission",
      attempts: 15, attempt: globalItemsBeginInOrder),
    Behaviour(
      "concurrent-sync-together",
      "two threads are at once in sync on a concurrent queue", attempts: 20
    ) {
      let queue = DispatchQueue(label: "syncbench.readers", attributes: .concurrent)
      let company = Company(of: 2)
      OwnThreads(2) { _ in queue.sync { company.join(atMost: 50_000_000) } }.join()
      return company.hasMet
    },
    Behaviour(
      "async-on-suspended-queue", "async on a suspended queue returns, and its item waits"
    ) {
      let queue = DispatchQueue(label: "syncbench.suspended")
      let hasRun = Happening()
      queue.suspend()
      queue.async { hasRun.happen() }
      let isEarly = hasRun.hasHappened
      queue.resume()
      return !isEarly && hasRun.wait()
    },
    Behaviour(
      "async-on-busy-queue",
      "async on a serial queue returns while the item before it still runs", attempts: 50
    ) {
      let queue = DispatchQueue(label: "syncbench.busy")
      let (mayEnd, hasEnded) = (Happening(), Happening())
      queue.async {
        _ = mayEnd.wait()
        hasEnded.happen()
      }
      queue.async {}
      let wasBusy = !hasEnded.hasHappened
      mayEnd.happen()
      queue.sync {}
      return wasBusy
    },
    Behaviour(
      "inactive-queue-runs-nothing",
      "a queue that is made inactive runs its item when it is activated, and not before"
    ) {
      let queue = DispatchQueue(label: "syncbench.inactive", attributes: .initiallyInactive)
      let (hasRun, otherHasRun) = (Happening(), Happening())
      queue.async { hasRun.happen() }
      DispatchQueue(label: "syncbench.active").async { otherHasRun.happen() }
      let isEarly = !otherHasRun.wait() || hasRun.hasHappened
      queue.activate()
      return !isEarly && hasRun.wait()
    },
  ]

  /// Whether the items of a global queue begin in the order of submission.
  ///
  /// Each item first takes the next value of a shared counter, which must be the item's number.
  ///
  /// Two earlier items hold their threads until all items are submitted.
  private static func globalItemsBeginInOrder() -> Bool {
    let queue = DispatchQueue.global(qos: .userInitiated)
    let (cpus, beginnings, mayGo) = (PairOfCPUs(), Beginnings(), Happening())
    let group = DispatchGroup()
    for party in 0..<2 {
      queue.async(group: group) {
        _ = mayGo.wait()
        cpus.meet(party)
      }
    }
    for item in 0..<200 {
      queue.async(group: group) {
        beginnings.begin(item)
        _ = sync_work(100)
      }
    }
    mayGo.happen()
    group.wait()
    cpus.letGo()
    return beginnings.wereInOrder
  }
}

/// Uses of targets and of the main queue that end a process according to guides, and similar uses
/// that should return.
enum TargetEndings {
  static let all: [Ending] = [
    Ending("target-after-activation", "the target of a queue that has run an item is set anew") {
      let queue = DispatchQueue(label: "syncbench.active")
      queue.sync {}
      queue.setTarget(queue: DispatchQueue(label: "syncbench.target"))
    },
    Ending(
      "target-after-activate-call",
      "the target of a queue that was made inactive is set anew after activate()"
    ) {
      let queue = DispatchQueue(label: "syncbench.active", attributes: .initiallyInactive)
      queue.activate()
      queue.setTarget(queue: DispatchQueue(label: "syncbench.target"))
    },
    Ending("target-before-activation", "the target of an inactive queue is set anew") {
      let queue = DispatchQueue(label: "syncbench.inactive", attributes: .initiallyInactive)
      queue.setTarget(queue: DispatchQueue(label: "syncbench.target"))
      queue.activate()
      queue.sync {}
    },
    leadsToGlobal("serial-queue-is-on-global", "a serial queue without a target") {
      DispatchQueue(label: "syncbench.serial")
    },
    leadsToGlobal("concurrent-queue-is-on-global", "a concurrent queue without a target") {
      DispatchQueue(label: "syncbench.concurrent", attributes: .concurrent)
    },
    leadsToGlobal("targeted-queue-is-on-global", "a queue whose target is the global queue") {
      DispatchQueue(label: "syncbench.targeted", target: .global())
    },
    MainQueueRun.ending(
      "main-sync-on-main-thread", "calls main.sync"
    ) { DispatchQueue.main.sync {} },
    MainQueueRun.ending(
      "group-wait-on-main-thread",
      "waits for a group that a later item leaves"
    ) {
      let group = DispatchGroup()
      group.enter()
      DispatchQueue.main.async { group.leave() }
      group.wait()
    },
    MainQueueRun.ending(
      "group-notify-on-main-thread",
      "asks a group to notify the main queue, and a later item leaves that group"
    ) {
      let group = DispatchGroup()
      group.enter()
      DispatchQueue.main.async { group.leave() }
      group.notify(queue: .main) {}
    },
  ]

  /// The experiment that traps if an item of a queue is not on the global queue of the default
  /// class.
  private static func leadsToGlobal(
    _ name: String, _ queue: String, _ make: @escaping @Sendable () -> DispatchQueue
  ) -> Ending {
    Ending(name, "an item of \(queue) requires that it is on the global queue") {
      let group = DispatchGroup()
      make().async(group: group) {
        dispatchPrecondition(condition: .onQueue(.global()))
      }
      group.wait()
    }
  }
}
