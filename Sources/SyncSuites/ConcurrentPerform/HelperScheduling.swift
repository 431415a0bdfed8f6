import CSyncShims
import Dispatch
import SyncPrimitives
import Synchronization

/// The scheduling of a thread, as the kernel and Dispatch report it.
struct LoopThread: Sendable, Equatable {
  /// The thread's id.
  let thread: Int32
  /// The thread's nice value.
  let nice: Int
  /// The class of the global queue that the thread works for, as a number of `qos_class_t`: 21 is
  /// the default class.
  ///
  /// Nil if the thread works for no global queue.
  let qualityOfService: Int?

  /// The scheduling of the calling thread.
  ///
  /// - Parameter isOnQueue: Whether the thread works for a queue. If it works for none, Dispatch
  ///   names a root queue all the same, and that label is ignored.
  static func current(isOnQueue: Bool = true) -> LoopThread {
    let label = isOnQueue ? sync_current_queue_label().map { String(cString: $0) } : nil
    return LoopThread(
      thread: sync_thread_id(), nice: Int(sync_thread_nice()),
      qualityOfService: label.flatMap(qualityOfService(ofRootQueue:)))
  }

  /// The class that the label of a root queue names; nil for any other label.
  static func qualityOfService(ofRootQueue label: String) -> Int? {
    let prefix = "com.apple.root."
    guard label.hasPrefix(prefix) else { return nil }
    // The part behind a dot says whether the queue's threads may outnumber the CPUs.
    switch label.dropFirst(prefix.count).prefix(while: { $0 != "." }) {
    case "maintenance-qos": return 5
    case "background-qos": return 9
    case "utility-qos": return 17
    case "default-qos": return 21
    case "user-initiated-qos": return 25
    case "user-interactive-qos": return 33
    default: return nil
    }
  }
}

/// The threads that a `concurrentPerform` ran on.
struct LoopThreads: Sendable {
  /// The calling thread, as it was before the loop.
  let caller: LoopThread
  /// Every thread that did an index, listed once, including the caller.
  let seen: [LoopThread]

  /// The threads that came to help.
  var helpers: [LoopThread] { seen.filter { $0.thread != caller.thread } }
}

/// Calls `concurrentPerform` over `width` indices, and returns the threads that ran them.
///
/// Each index waits until `width` indices have begun, so that each index has a thread of its own if
/// the pool has enough threads. After `limitNanoseconds` no index waits any more.
///
/// - Parameter serviceClass: The class of the global queue whose item calls the loop; nil if a
///   thread of no queue calls it.
func loopThreads(
  calledOn serviceClass: ServiceClass?, width: Int, limitNanoseconds: UInt64 = 1_000_000_000
) -> LoopThreads {
  let meeting = LoopMeeting(width: width, limitNanoseconds: limitNanoseconds)
  guard let serviceClass else { return meeting.perform(isOnQueue: false) }
  return serviceClass.run { meeting.perform(isOnQueue: true) }
}

/// A loop whose indices wait for each other.
private final class LoopMeeting: Sendable {
  private let width: Int
  private let limitNanoseconds: UInt64
  private let begun = CacheAligned(Atomic<Int>(0))
  private let seen = MutexProtected<[LoopThread]>([])

  init(width: Int, limitNanoseconds: UInt64) {
    self.width = width
    self.limitNanoseconds = limitNanoseconds
  }

  func perform(isOnQueue: Bool) -> LoopThreads {
    let caller = LoopThread.current(isOnQueue: isOnQueue)
    let due = sync_monotonic_ns() + limitNanoseconds
    DispatchQueue.concurrentPerform(iterations: width) { index in
      sync_tally_index(UInt64(index))
      note(.current())
      waitForOthers(until: due)
    }
    return LoopThreads(caller: caller, seen: seen.get())
  }

  private func note(_ thread: LoopThread) {
    seen.withLock { seen in
      if !seen.contains(where: { $0.thread == thread.thread }) { seen.append(thread) }
    }
  }

  /// Sleeps until all indices have begun or `due` is past.
  ///
  /// A thread that spun instead might keep a less urgent thread off this CPU.
  private func waitForOthers(until due: UInt64) {
    begun.pointer.pointee.wrappingAdd(1, ordering: .relaxed)
    while begun.pointer.pointee.load(ordering: .relaxed) < width, sync_monotonic_ns() < due {
      sync_sleep_until(sync_monotonic_ns() + 20_000)
    }
  }
}
