import CSyncShims
import Dispatch
import Foundation
import Glibc
import SyncPrimitives
import SyncWorkloads

extension Behaviour {
  /// What class an item gets that says nothing, from the main thread.
  static let inferredFromMainThread: Behaviour = {
    let mainQueue = MainQueueService(items: 10)
    return Behaviour(
      "inferred-from-main-thread",
      "an item without a class that the main queue submits runs like a user-initiated one, not like a default one",
      attempts: mainQueue.items
    ) {
      // First and always: the main thread serves until it has served every attempt.
      let inferred = mainQueue.niceOfSubmitted()
      let wanted = niceOfItem(at: .userInitiated)
      return inferred == wanted && wanted != niceOfItem(at: .default)
    }.led { mainQueue.serve() }
  }()

  /// What becomes of an item that waits in its queue before one of a higher class.
  static let queuedBeforeHigher = Behaviour(
    "queued-before-higher",
    "an item that waits in a utility queue runs like a user-initiated one when one of those is behind it",
    attempts: 20
  ) {
    let queue = DispatchQueue(label: "syncbench.raised", qos: .utility)
    let mayGo = DispatchSemaphore(value: 0)
    let items = DispatchGroup()
    let seen = MutexProtected<Int32?>(nil)
    queue.async(group: items) { mayGo.wait() }
    queue.async(group: items) {
      let nice = sync_thread_nice()
      seen.withLock { $0 = nice }
    }
    queue.async(group: items, qos: .userInitiated, flags: .enforceQoS) {}
    mayGo.signal()
    items.wait()
    let raised = niceOfItem(at: .userInitiated)
    return raised != niceOfItem(at: .utility) && seen.withLock { $0 } == raised
  }
}

/// The nice value of the thread that runs an item on a class's global queue.
private func niceOfItem(at serviceClass: ServiceClass) -> Int32 {
  let done = DispatchSemaphore(value: 0)
  nonisolated(unsafe) var nice: Int32 = 0
  serviceClass.queue.async {
    nice = sync_thread_nice()
    done.signal()
  }
  done.wait()
  return nice
}

/// The main queue, served on the process's first thread for so many items.
///
/// Where somebody else than that thread serves, no item is: the main thread is what is looked at.
private final class MainQueueService: Sendable {
  /// How many items are served.
  let items: Int
  private let served = MutexProtected(0)
  private let isOver = CacheAligned<UInt32>(0)

  init(items: Int) { self.items = items }

  /// Serves on the calling thread until all items were; on any but the process's first it does nothing.
  func serve() {
    guard sync_thread_id() == getpid() else { return }
    while sync_flag_read(isOver.pointer) == 0 {
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
    sync_flag_write(isOver.pointer, 0)
  }

  /// The nice value of an item on a queue without a class to which the main queue submitted it; nil where
  /// the main thread did not.
  func niceOfSubmitted() -> Int32? {
    let seen = MutexProtected<Int32?>(nil)
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.main.async {
      self.countServed()
      guard sync_thread_id() == getpid() else {
        done.signal()
        return
      }
      DispatchQueue(label: "syncbench.inferred").async {
        let nice = sync_thread_nice()
        seen.withLock { $0 = nice }
        done.signal()
      }
    }
    // Nobody may serve the main queue: then its items wait for ever.
    guard done.wait(timeout: .now() + .milliseconds(200)) == .success else { return nil }
    return seen.withLock { $0 }
  }

  /// Counts an item, on the main queue: after the last one the run loop is awake to see that it was.
  private func countServed() {
    let isLast = served.withLock { served in
      served += 1
      if served == items { served = 0 }
      return served == 0
    }
    if isLast { sync_flag_write(isOver.pointer, 1) }
  }
}
