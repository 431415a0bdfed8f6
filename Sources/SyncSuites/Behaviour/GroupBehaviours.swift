import CSyncShims
import Dispatch
import SyncPrimitives
import Synchronization

/// Experiments on what a group's notification may rely on.
enum GroupBehaviours {
  static let all: [Behaviour] = [
    Behaviour(
      "group-results-left-early",
      "all results are there in a group's notification if each leave follows the hand-over of a result to another queue",
      attempts: 20
    ) { resultsSeen(leavingWith: .theHandOver) == members },
    Behaviour(
      "group-results-left-after",
      "all results are there in a group's notification if each leave follows the storing of a result",
      attempts: 20
    ) { resultsSeen(leavingWith: .theResult) == members },
    Behaviour(
      "group-entered-by-its-work",
      "a group's notification comes after work that itself enters the group when it starts"
    ) {
      let log = StepLog()
      let group = DispatchGroup()
      let queue = DispatchQueue(label: "syncbench.late")
      // While the queue is suspended, the work is submitted and does not begin.
      queue.suspend()
      queue.async {
        group.enter()
        log.note("work")
        group.leave()
      }
      group.notify(queue: .global()) { log.note("notified") }
      let isNotified = log.wait()
      queue.resume()
      return log.wait() && isNotified && log.steps == ["work", "notified"]
    },
  ]

  private static let members = 8

  private enum Leave {
    case theHandOver
    case theResult
  }

  /// The number of results that the group's notification finds.
  private static func resultsSeen(leavingWith leave: Leave) -> Int {
    let results = MutexProtected<[Int]>([])
    let seen = MutexProtected(0)
    let (group, notified) = (DispatchGroup(), DispatchSemaphore(value: 0))
    let keeper = DispatchQueue(label: "syncbench.results")
    for member in 0..<members {
      group.enter()
      DispatchQueue.global().async {
        keeper.async {
          _ = sync_work(2_000)
          results.withLock { $0.append(member) }
          if leave == .theResult { group.leave() }
        }
        if leave == .theHandOver { group.leave() }
      }
    }
    group.notify(queue: .global()) {
      seen.put(results.get().count)
      notified.signal()
    }
    notified.wait()
    keeper.sync {}
    return seen.get()
  }
}

/// A use of groups that is said to end a process, and a similar use that is not.
enum GroupEndings {
  static let all: [Ending] = [
    Ending("group-leave-unbalanced", "a group is left more often than entered") {
      let group = DispatchGroup()
      group.enter()
      group.leave()
      group.leave()
    },
    Ending("group-leave-balanced", "a group is left as often as entered") {
      let group = DispatchGroup()
      group.enter()
      group.leave()
    },
  ]
}
