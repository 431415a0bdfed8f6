import CSyncShims
import Dispatch
import SyncPrimitives

/// Experiments on how soon the main queue answers beside busy items.
enum MainQueueResponse {
  static let all: [Behaviour] = [
    spoiled("high-hogs-spoil-main-queue", by: .userInitiated),
    spoiled("background-hogs-spoil-main-queue", by: .background),
  ]

  /// The experiment on whether busy items of one class, as many as there are CPUs, delay the main
  /// queue's answers.
  private static func spoiled(_ name: String, by hogs: ServiceClass) -> Behaviour {
    MainQueueRun.behaviour(
      name,
      "beside a busy \(hogs.name) item on each CPU, the main queue's slowest answer of 20 takes more than 2 ms",
      attempts: 5
    ) {
      let hogs = ClassHogs(of: [hogs], each: allowedCPUs().count)
      defer { hogs.letGo() }
      return slowestAnswer(of: 20) > 2_000_000
    }
  }

  /// The longest time between an item's submission to the main queue and its start, in ns.
  ///
  /// Each item is submitted 1 ms after the previous item has run.
  private static func slowestAnswer(of count: Int) -> UInt64 {
    var slowest: UInt64 = 0
    for _ in 0..<count {
      let started = MutexProtected<UInt64>(0)
      let done = DispatchSemaphore(value: 0)
      let submitted = sync_monotonic_ns()
      DispatchQueue.main.async {
        started.put(sync_monotonic_ns())
        done.signal()
      }
      done.wait()
      slowest = max(slowest, started.get() - submitted)
      sync_sleep_until(sync_monotonic_ns() + 1_000_000)
    }
    return slowest
  }
}
