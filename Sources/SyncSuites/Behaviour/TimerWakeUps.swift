import CSyncShims
import Dispatch
import SyncPrimitives

/// How often the process's threads are woken by timers that are due one shortly after another.
enum TimerWakeUps {
  /// How many timers there are.
  static let timers: UInt64 = 8
  /// From one's deadline to the next one's, in ns: longer than a wake-up takes.
  private static let spacing: UInt64 = 300_000
  /// How far ahead the first one is armed, in ns.
  private static let lead: UInt64 = 1_000_000

  /// Arms all timers, waits until each has fired, and counts the voluntary switches meanwhile: each is
  /// followed by a wake-up; nil where a timer did not fire.
  ///
  /// The timers share a serial queue. A leeway beyond the last deadline lets all of them be served by one
  /// wake-up.
  static func count(leewayNanoseconds: Int) -> UInt64? {
    let queue = DispatchQueue(label: "syncbench.timers")
    wakeDispatch(queue)
    // The last one alone wakes this thread.
    let left = MutexProtected(timers)
    let allFired = DispatchSemaphore(value: 0)
    let first = sync_monotonic_ns() + lead
    let armed = (0..<timers).map { timer in
      let source = DispatchSource.makeTimerSource(queue: queue)
      source.schedule(
        deadline: DispatchTime(uptimeNanoseconds: first + timer * spacing),
        leeway: .nanoseconds(leewayNanoseconds))
      source.setEventHandler {
        let remaining = left.withLock { left in
          left -= 1
          return left
        }
        if remaining == 0 { allFired.signal() }
      }
      source.activate()
      return source
    }
    let before = sync_process_usage().voluntary_switches
    let haveFired = allFired.wait(timeout: .now() + .seconds(1)) == .success
    let switches = sync_process_usage().voluntary_switches - before
    for source in armed { source.cancel() }
    queue.sync {}
    return haveFired ? switches : nil
  }

  /// Lets a timer fire: the first one of a process waits for Dispatch to start its threads.
  private static func wakeDispatch(_ queue: DispatchQueue) {
    let fired = DispatchSemaphore(value: 0)
    queue.asyncAfter(deadline: .now() + .microseconds(100)) { fired.signal() }
    fired.wait()
  }
}
