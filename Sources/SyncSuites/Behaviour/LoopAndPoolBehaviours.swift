import CSyncShims
import Dispatch
import Synchronization

/// The behaviour of `concurrentPerform`, as guides describe it.
enum LoopBehaviours {
  static let all = [
    Behaviour(
      "loop-blocks-caller", "concurrentPerform returns when all of its iterations have ended",
      attempts: 50, attempt: allHaveEndedAtReturn)
  ]

  /// Whether all iterations have ended when the loop returns.
  ///
  /// The caller waits until a helper works, and the helper works for longer than the caller. If the
  /// loop waited only for the caller's own iterations, the loop would return before the helper has
  /// ended.
  private static func allHaveEndedAtReturn() -> Bool {
    let count = 16
    let caller = sync_thread_id()
    let (callerCame, helperCame) = (Happening(), Happening())
    let ended = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      if sync_thread_id() != caller {
        helperCame.happen()
        _ = sync_work(20_000)
      } else if !callerCame.hasHappened {
        callerCame.happen()
        _ = helperCame.wait(atMost: 2_000_000)
      }
      ended.wrappingAdd(1, ordering: .releasing)
    }
    return ended.load(ordering: .acquiring) == count
  }
}

/// The behaviour of thread pools, as guides describe it.
enum PoolBehaviours {
  static let all: [Behaviour] = [serialQueuesPass64]

  /// Whether a pool runs more than 64 threads together.
  static let serialQueuesPass64 = Behaviour(
    "serial-queues-pass-64",
    "of 80 items that block, each on a serial queue of its own, more than 64 have started",
    attempts: 1
  ) {
    let started = Atomic<Int>(0)
    let mayGo = DispatchSemaphore(value: 0)
    let items = DispatchGroup()
    let queues = (0..<80).map { DispatchQueue(label: "syncbench.serial.\($0)") }
    for queue in queues {
      queue.async(group: items) {
        started.wrappingAdd(1, ordering: .relaxed)
        mayGo.wait()
      }
    }
    var checks = 0
    while started.load(ordering: .relaxed) <= 64, checks < 1000 {
      sync_sleep_until(sync_monotonic_ns() + 1_000_000)
      checks += 1
    }
    let isPast = started.load(ordering: .relaxed) > 64
    for _ in queues { mayGo.signal() }
    items.wait()
    return isPast
  }
}
