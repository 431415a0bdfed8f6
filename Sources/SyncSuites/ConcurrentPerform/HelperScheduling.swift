import CSyncShims
import Dispatch
import SyncPrimitives
import Synchronization

/// Who calls a `concurrentPerform`.
enum LoopCaller: Sendable {
  /// A thread that belongs to no queue.
  case plainThread
  /// An item on a class's global queue.
  case serviceClass(ServiceClass)
}

/// What the kernel and Dispatch say of a thread.
struct LoopThread: Sendable, Equatable {
  /// The thread's id.
  let thread: Int32
  /// Its nice value.
  let nice: Int
  /// The class of the global queue that it works for, as `qos_class_t` numbers it: 21 is default; nil
  /// where it works for none.
  let qualityOfService: Int?

  /// Asks for the calling thread.
  ///
  /// - Parameter isOnQueue: Whether it works for a queue: Dispatch gives any other a global one's label.
  static func current(isOnQueue: Bool = true) -> LoopThread {
    let label = isOnQueue ? sync_current_queue_label().map { String(cString: $0) } : nil
    return LoopThread(
      thread: sync_thread_id(), nice: Int(sync_thread_nice()),
      qualityOfService: label.flatMap(qualityOfService(ofRootQueue:)))
  }

  /// The class that a root queue's label names, nil where it is no root queue's.
  static func qualityOfService(ofRootQueue label: String) -> Int? {
    let prefix = "com.apple.root."
    guard label.hasPrefix(prefix) else { return nil }
    // What follows a dot says whether the queue's threads may outnumber the CPUs.
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
  /// The thread that called it, as it was before.
  let caller: LoopThread
  /// Every thread that did an index, the caller too, once each.
  let seen: [LoopThread]

  /// Those that came to help.
  var helpers: [LoopThread] { seen.filter { $0.thread != caller.thread } }
}

/// Calls `concurrentPerform` over `width` indices, and says which threads it ran on.
///
/// Each index is held until as many have begun, so that each has a thread of its own where the pool has so
/// many; after `limitNanoseconds` nobody waits any more.
func loopThreads(
  calledBy caller: LoopCaller, width: Int, limitNanoseconds: UInt64 = 1_000_000_000
) -> LoopThreads {
  let meeting = LoopMeeting(width: width, limitNanoseconds: limitNanoseconds)
  guard case .serviceClass(let serviceClass) = caller else {
    return meeting.perform(isOnQueue: false)
  }
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

  /// Sleeps, because a thread that is less urgent than this one may want its CPU.
  private func waitForOthers(until due: UInt64) {
    begun.pointer.pointee.wrappingAdd(1, ordering: .relaxed)
    while begun.pointer.pointee.load(ordering: .relaxed) < width, sync_monotonic_ns() < due {
      sync_sleep_until(sync_monotonic_ns() + 20_000)
    }
  }
}
