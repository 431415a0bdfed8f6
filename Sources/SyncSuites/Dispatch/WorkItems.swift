import BenchmarkModel
import BenchmarkRunner
import Dispatch

extension DispatchSuite {
  static let workItems = Workload.ofPool(
    "work-items", "one item, from its making to its end on a serial queue", pace: .window,
    launchLimit: 10,
    [
      itemLine(
        "work-item-async", "a work item given to async(execute:) of a serial queue", .headline
      ) {
        let queue = itemQueue()
        return ItemBatch { notes in
          eachItem { queue.async(execute: DispatchWorkItem { notes.noteRun() }) }
          queue.sync {}
        }
      },
      itemLine("closure-async", "a closure given to async of a serial queue") {
        let queue = itemQueue()
        return ItemBatch { notes in
          eachItem { queue.async { notes.noteRun() } }
          queue.sync {}
        }
      },
      itemLine("work-item-create", "a work item is made and dropped") {
        ItemBatch(runsPerItem: 0, runsPerBatch: 1) { notes in
          eachItem { _ = DispatchWorkItem { notes.noteRun() } }
          DispatchWorkItem { notes.noteRun() }.perform()
        }
      },
      itemLine("work-item-perform", "a work item is made and performed by the thread") {
        ItemBatch { notes in eachItem { DispatchWorkItem { notes.noteRun() }.perform() } }
      },
      itemLine("work-item-cancel", "a work item is made, cancelled and submitted") {
        // The queue takes the cancelled item and does not run it.
        let queue = itemQueue()
        return ItemBatch(runsPerItem: 0, runsPerBatch: 1) { notes in
          eachItem {
            let item = DispatchWorkItem { notes.noteRun() }
            item.cancel()
            queue.async(execute: item)
          }
          queue.async(execute: DispatchWorkItem { notes.noteRun() })
          queue.sync {}
        }
      },
      itemLine("work-item-notify", "a work item with a notify") {
        let queue = itemQueue()
        return ItemBatch(notificationsPerItem: 1) { notes in
          eachItem {
            let item = DispatchWorkItem { notes.noteRun() }
            // The queue runs the notifications in the order of their items, so the n-th
            // notification may come only when n items have run.
            item.notify(queue: queue) {
              if notes.tally.pointee.runs <= notes.tally.pointee.notifications {
                notes.tally.pointee.earlyNotifications &+= 1
              }
              notes.tally.pointee.notifications &+= 1
            }
            queue.async(execute: item)
          }
          // The first sync waits for the items, the second for the notifications that the items
          // left on the queue.
          queue.sync {}
          queue.sync {}
        }
      },
    ])

  /// An idle queue for items.
  private static func itemQueue() -> DispatchQueue { DispatchQueue(label: "syncbench.items") }
}
