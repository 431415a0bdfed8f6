import CSyncShims
import Dispatch
import Glibc

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
