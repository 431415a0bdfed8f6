import CSyncShims
import Dispatch
import Glibc
import SyncPrimitives
import Synchronization

/// Experiments on the threads behind queues and tasks.
enum PoolThreads {
  static let all: [Behaviour] = [
    Behaviour(
      "no-more-than-cpus",
      "one busy item more than there are CPUs: together they get no more processor time than the CPUs have",
      attempts: 5, attempt: processorTimeFitsCPUs),
    Behaviour(
      "semaphore-limits-in-flight",
      "of 12 threads that pass a semaphore of 3, three are inside together, and never four",
      attempts: 5
    ) {
      let occupancy = Occupancy()
      let (places, company) = (DispatchSemaphore(value: 3), Company(of: 4))
      OwnThreads(12) { _ in
        places.wait()
        occupancy.run { company.join(atMost: 5_000_000) }
        places.signal()
      }.join()
      return occupancy.takeMost() == 3
    },
    Behaviour(
      "waiting-items-hold-threads",
      "an item waits as long as the items before it on its global queue wait for a semaphore",
      attempts: 5, attempt: waitingItemsHoldThreads),
    Behaviour(
      "task-on-dispatch-thread", "a task runs on a queue of Dispatch", attempts: 50
    ) { isTaskOnQueue { await isOnQueueLater() } },
    Behaviour(
      "actor-on-dispatch-thread", "an actor's method runs on a queue of Dispatch", attempts: 50
    ) {
      let check = QueueCheck()
      return isTaskOnQueue { await check.isOnQueue() }
    },
    Behaviour(
      "own-thread-on-no-queue", "for comparison: a thread of ours is on no queue of Dispatch",
      attempts: 20
    ) {
      let isOn = Happening()
      OwnThreads(1) { _ in if isOnQueue() { isOn.happen() } }.join()
      return !isOn.hasHappened
    },
    Behaviour(
      "cancelled-task-goes-on", "a cancelled task that never looks runs to its end", attempts: 50
    ) { TaskTrial.stepsAfterCancelling {} == TaskTrial.steps },
    Behaviour(
      "cancelled-task-sees-it", "a cancelled task sees that it is cancelled, and returns early",
      attempts: 50
    ) {
      TaskTrial.stepsAfterCancelling { if Task.isCancelled { throw CancellationError() } } == 0
    },
    Behaviour(
      "cancelled-task-throws", "checkCancellation throws in a cancelled task", attempts: 50
    ) { TaskTrial.stepsAfterCancelling { try Task.checkCancellation() } == 0 },
  ]

  private static func processorTimeFitsCPUs() -> Bool {
    let cpus = allowedCPUs().count
    let before = sync_process_usage()
    let start = sync_monotonic_ns()
    let group = DispatchGroup()
    for item in 0...cpus {
      DispatchQueue(label: "syncbench.busy.\(item)").async(group: group) {
        while sync_monotonic_ns() - start < 20_000_000 { _ = sync_work(1_000) }
      }
    }
    group.wait()
    let wall = sync_monotonic_ns() - start
    let after = sync_process_usage()
    let used = after.user_ns + after.system_ns - before.user_ns - before.system_ns
    // The kernel counts a running thread's time in ticks, so the sum of the threads' times may seem
    // to exceed the CPUs' time, which is `wall` for each CPU: by up to 2 % of it plus 8 ms.
    return Double(used) <= Double(wall) * Double(cpus) * 1.02 + 8_000_000
  }

  /// Whether an item gets no thread for 20 ms if the items before it on its global queue wait for a
  /// semaphore.
  ///
  /// There are more waiting items than the pool has threads at first. In some processes the pool
  /// starts with one thread more than there are CPUs.
  private static func waitingItemsHoldThreads() -> Bool {
    let queue = DispatchQueue.global(qos: .utility)
    let inside = Atomic(0)
    let signals = DispatchSemaphore(value: 0)
    let (group, hasRun) = (DispatchGroup(), Happening())
    let waiting = 4 * allowedCPUs().count + 8
    for _ in 0..<waiting {
      queue.async(group: group) {
        inside.wrappingAdd(1, ordering: .relaxed)
        signals.wait()
      }
    }
    let areInside = BoundedWait.spin {
      inside.load(ordering: .relaxed) >= allowedCPUs().count
    }
    queue.async(group: group) { hasRun.happen() }
    let isHeld = !hasRun.wait(atMost: 20_000_000)
    for _ in 0..<waiting { signals.signal() }
    group.wait()
    return areInside && isHeld && hasRun.hasHappened
  }

  // MARK: Tasks

  /// Whether the calling thread runs an item of a queue.
  ///
  /// For a thread that runs no item, Dispatch gives the label of one of its root queues. These
  /// experiments submit no item to that queue, so its label shows that the thread runs no item.
  private static func isOnQueue() -> Bool {
    String(cString: sync_dispatch_queue_label(nil)) != "com.apple.root.default-qos.overcommit"
  }

  private static func isOnQueueLater() async -> Bool { isOnQueue() }

  private static func isTaskOnQueue(_ look: @escaping @Sendable () async -> Bool) -> Bool {
    let (isOn, done) = (Happening(), DispatchSemaphore(value: 0))
    Task.detached {
      if await look() { isOn.happen() }
      done.signal()
    }
    done.wait()
    return isOn.hasHappened
  }

  private actor QueueCheck {
    func isOnQueue() -> Bool { PoolThreads.isOnQueue() }
  }

  private enum TaskTrial {
    static let steps = 4

    /// The number of steps that a task makes if it was cancelled before its first step.
    ///
    /// - Parameter look: What the task does before each step; if this throws, the task ends.
    static func stepsAfterCancelling(
      _ look: @escaping @Sendable () throws -> Void
    ) -> Int {
      let made = Atomic(0)
      let (mayGo, done) = (Happening(), DispatchSemaphore(value: 0))
      let task = Task.detached {
        defer { done.signal() }
        _ = mayGo.wait()
        for _ in 0..<steps {
          try look()
          made.wrappingAdd(1, ordering: .relaxed)
        }
      }
      task.cancel()
      mayGo.happen()
      done.wait()
      return made.load(ordering: .acquiring)
    }
  }
}
