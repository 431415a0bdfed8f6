import CSyncShims
import Dispatch

/// What the kernel says of a pool thread of a class.
public struct WorkerScheduling: Sendable {
  /// Its nice value.
  public let nice: Int
  /// Its policy: 0 is SCHED_OTHER.
  public let policy: Int
  /// Whether it was another thread than the caller.
  public let isPoolThread: Bool
}

/// Asks a pool thread of the class for its nice value and policy.
public func schedulingSeen(in serviceClass: ServiceClass) -> WorkerScheduling {
  nonisolated(unsafe) var seen = WorkerScheduling(nice: 0, policy: 0, isPoolThread: false)
  let caller = sync_thread_id()
  let done = DispatchSemaphore(value: 0)
  serviceClass.queue.async {
    seen = WorkerScheduling(
      nice: Int(sync_thread_nice()), policy: Int(sync_thread_policy()),
      isPoolThread: sync_thread_id() != caller)
    done.signal()
  }
  done.wait()
  return seen
}
