import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import SyncPrimitives

extension DispatchSuite {
  static let queueLife = Workload.ofPool(
    "queue-life", "one queue made and dropped, or one call to a queue", pace: .window,
    [
      itemLine("serial-queue-create", "a serial queue is made and dropped") {
        created { DispatchQueue(label: "syncbench.made") }
      },
      itemLine("concurrent-queue-create", "a concurrent queue is made and dropped") {
        created { DispatchQueue(label: "syncbench.made", attributes: .concurrent) }
      },
      itemLine("target-queue-create", "a serial queue with a target is made and dropped") {
        let target = DispatchQueue(label: "syncbench.target")
        return created { DispatchQueue(label: "syncbench.made", target: target) }
      },
      itemLine("class-queue-create", "a serial queue of a class is made and dropped") {
        created { DispatchQueue(label: "syncbench.made", qos: .utility) }
      },
      itemLine("activate", "a queue is made inactive, given an item, activated and waited for") {
        held {
          DispatchQueue(label: "syncbench.inactive", attributes: .initiallyInactive)
        } release: { queue, isHeld in
          isHeld.put(0)
          queue.activate()
        }
      },
      itemLine(
        "suspend-resume", "a queue is suspended, given an item, resumed and waited for", .headline
      ) {
        let queue = DispatchQueue(label: "syncbench.suspended")
        return held {
          queue.suspend()
          return queue
        } release: { queue, isHeld in
          isHeld.put(0)
          queue.resume()
        }
      },
      itemLine("set-specific", "setSpecific on a queue") {
        let queue = DispatchQueue(label: "syncbench.specific")
        let key = DispatchSpecificKey<UInt64>()
        // The number of notifications serves as the value that is set. The batch's further run
        // checks that the queue has the last value.
        return ItemBatch(runsPerItem: 0, notificationsPerItem: 1, runsPerBatch: 1) { notes in
          eachItem {
            notes.tally.pointee.notifications &+= 1
            queue.setSpecific(key: key, value: notes.tally.pointee.notifications)
          }
          queue.sync {
            let last = notes.tally.pointee.notifications
            if DispatchQueue.getSpecific(key: key) == last { notes.noteRun() }
          }
        }
      },
      itemLine("get-specific", "getSpecific, on the queue that has the value") {
        let queue = DispatchQueue(label: "syncbench.specific")
        let key = DispatchSpecificKey<UInt64>()
        queue.setSpecific(key: key, value: 7)
        return ItemBatch(home: queue) { notes in
          eachItem { if DispatchQueue.getSpecific(key: key) == 7 { notes.noteRun() } }
        }
      },
      itemLine("precondition-on-queue", "dispatchPrecondition(condition: .onQueue), on that queue")
      {
        let queue = DispatchQueue(label: "syncbench.precondition")
        return ItemBatch(home: queue) { notes in
          eachItem {
            dispatchPrecondition(condition: .onQueue(queue))
            notes.noteRun()
          }
        }
      },
    ])

  static let queueLifeControl = Workload.ofPool(
    "queue-life-control", "as queue-life", tier: .standard, pace: .window,
    [
      .control("unheld", "a queue that nothing holds back runs an item too early") { _ in
        itemProgram(unheld())
      }
    ])

  /// A negative control: a queue that is not held back.
  static func unheld() -> ItemBatch {
    let queue = DispatchQueue(label: "syncbench.unheld")
    return held {
      queue
    } release: { queue, isHeld in
      // The item runs before this returns, while the flag still says that the queue is held.
      queue.sync {}
      isHeld.put(0)
    }
  }

  /// A batch of queues that are made and dropped.
  ///
  /// One further queue of the batch runs an item, and the other queues run none.
  @inline(__always)
  private static func created(_ make: @escaping @Sendable () -> DispatchQueue) -> ItemBatch {
    ItemBatch(runsPerItem: 0, runsPerBatch: 1) { notes in
      eachItem { _ = make() }
      make().sync { notes.noteRun() }
    }
  }

  /// A batch of items, each put on a queue that is held back, and waited for after the queue's
  /// release.
  ///
  /// The item itself checks whether its queue is held, so an early start is seen even if the
  /// submitting thread does not run at that moment.
  ///
  /// - Parameters:
  ///   - hold: Returns the queue, held back.
  ///   - release: Sets `isHeld` to 0 and releases the queue.
  private static func held(
    _ hold: @escaping @Sendable () -> DispatchQueue,
    release: @escaping @Sendable (_ queue: DispatchQueue, _ isHeld: QueueFlag) -> Void
  ) -> ItemBatch {
    let isHeld = QueueFlag()
    return ItemBatch { notes in
      eachItem {
        let queue = hold()
        isHeld.put(1)
        queue.async {
          notes.noteRun()
          if isHeld.get() != 0 { notes.tally.pointee.earlyRuns &+= 1 }
        }
        release(queue, isHeld)
        queue.sync {}
      }
    }
  }
}

/// A flag that says whether a queue is held.
///
/// The flag exists as long as an item may read it.
final class QueueFlag: Sendable {
  private let word = CacheAligned<UInt64>(0)

  /// Sets the flag: 1 if the queue is held, otherwise 0.
  func put(_ value: UInt64) { sync_word_write(word.pointer, value) }

  func get() -> UInt64 { sync_word_read(word.pointer) }
}
