import CSyncShims
import Dispatch
import Glibc
import SyncPrimitives
import Synchronization

/// The behaviour of quality of service, as guides describe it.
enum QoSBehaviours {
  static let all: [Behaviour] = [
    userInitiatedEndsFirst, backgroundAloneIsSlower, queuedBeforeHigher, inferredFromMainThread,
    classRunsOnEveryCPU,
  ]

  /// Whether the more urgent of two items ends first if both want the same CPU.
  static let userInitiatedEndsFirst = Behaviour(
    "user-initiated-ends-first",
    "of two items that want the same CPU for the same work, the user-initiated one ends first, though submitted last",
    attempts: 6
  ) { ClassContest().favours(.userInitiated, submittedAfter: .background) }

  /// Whether a background item is slow if no other thread wants its CPU.
  static let backgroundAloneIsSlower = Behaviour(
    "background-alone-is-slower",
    "alone, a background item takes at least 1.5 times as long as a user-initiated one for the same work",
    attempts: 10
  ) {
    let background = quickestWork(at: .background)
    return Double(background) >= 1.5 * Double(quickestWork(at: .userInitiated))
  }

  /// Whether an item that the main thread submits without a class runs as a user-initiated item.
  static let inferredFromMainThread = MainQueueRun.behaviour(
    "inferred-from-main-thread",
    "an item that the main queue submits without a class runs like a user-initiated one, not like a default one",
    attempts: 10
  ) {
    let inferred = niceOfSubmittedByMainQueue()
    let wanted = niceOfItem(at: .userInitiated)
    return inferred == wanted && wanted != niceOfItem(at: .default)
  }

  /// Whether an item gets the nice value of a higher class if an item of that class waits behind it
  /// in the queue.
  static let queuedBeforeHigher = Behaviour(
    "queued-before-higher",
    "an item that waits in a utility queue runs like a user-initiated one if a user-initiated item waits behind it",
    attempts: 20
  ) {
    let queue = DispatchQueue(label: "syncbench.raised", qos: .utility)
    let mayGo = DispatchSemaphore(value: 0)
    let items = DispatchGroup()
    let seen = MutexProtected<Int32?>(nil)
    queue.async(group: items) { mayGo.wait() }
    queue.async(group: items) {
      let nice = sync_thread_nice()
      seen.put(nice)
    }
    queue.async(group: items, qos: .userInitiated, flags: .enforceQoS) {}
    mayGo.signal()
    items.wait()
    let raised = niceOfItem(at: .userInitiated)
    return raised != niceOfItem(at: .utility) && seen.get() == raised
  }

  /// Whether the threads of every class may run on all CPUs of their process.
  ///
  /// On a busy machine, the CPUs on which threads happen to run prove nothing. The experiment reads
  /// the allowed CPUs instead, and the CPU on which a bound thread runs.
  static let classRunsOnEveryCPU = Behaviour(
    "class-runs-on-every-cpu",
    "items of every class may run on all CPUs of their process, and run on the one they ask for",
    attempts: 5
  ) {
    let all = allowedCPUs()
    return ServiceClass.all.allSatisfy { serviceClass in
      serviceClass.run {
        defer { bindThisThread(to: all) }
        return allowedCPUs() == all && all.allSatisfy(thisThreadRuns)
      }
    }
  }
}

/// Two items of different classes that do the same work on the same CPU, until one of them has
/// ended.
///
/// If the items ran on two CPUs, which other threads may keep busy, the kernel's choice of CPU
/// would decide which item ends first.
private final class ClassContest: Sendable {
  private static let nobody: UInt32 = 0
  /// The number of the item that ended first.
  private let winner = Atomic<UInt32>(ClassContest.nobody)
  private let present = Atomic<Int>(0)

  /// Whether an item of class `favoured` ends before an item of class `other` that is submitted
  /// ahead of it.
  func favours(_ favoured: ServiceClass, submittedAfter other: ServiceClass) -> Bool {
    let all = allowedCPUs()
    let items = DispatchGroup()
    for (number, serviceClass) in [(2, other), (1, favoured)] {
      serviceClass.queue.async(group: items) {
        bindThisThread(to: Array(all.prefix(1)))
        self.work(as: UInt32(number))
        bindThisThread(to: all)
      }
    }
    items.wait()
    return winner.load(ordering: .relaxed) == 1
  }

  /// Works for some time slices, or until the other item has ended.
  ///
  /// Shorter work would end in its first time slice, in any class.
  private func work(as number: UInt32) {
    present.wrappingAdd(1, ordering: .relaxed)
    while present.load(ordering: .relaxed) < 2 { sync_yield() }
    for _ in 0..<5000 {
      guard winner.load(ordering: .relaxed) == Self.nobody else { return }
      _ = sync_work(1000)
    }
    _ = winner.compareExchange(expected: Self.nobody, desired: number, ordering: .relaxed)
  }
}

/// The shortest time of five items for the same work, in ns: the least disturbed time.
private func quickestWork(at serviceClass: ServiceClass) -> UInt64 {
  let times = (0..<5).map { _ in
    serviceClass.run {
      let start = sync_monotonic_ns()
      _ = sync_work(100_000)
      return sync_monotonic_ns() - start
    }
  }
  return times.min() ?? 0
}

/// The nice value of the thread that runs an item on a class's global queue.
private func niceOfItem(at serviceClass: ServiceClass) -> Int32 {
  serviceClass.run { sync_thread_nice() }
}

/// The nice value of an item that the main queue submitted to a queue without a class; nil if the
/// main thread did not submit the item.
private func niceOfSubmittedByMainQueue() -> Int32? {
  let seen = MutexProtected<Int32?>(nil)
  let done = DispatchSemaphore(value: 0)
  DispatchQueue.main.async {
    guard sync_thread_id() == getpid() else {
      done.signal()
      return
    }
    DispatchQueue(label: "syncbench.inferred").async {
      seen.put(sync_thread_nice())
      done.signal()
    }
  }
  // If no thread serves the main queue, its items wait forever.
  guard done.wait(timeout: .now() + .milliseconds(200)) == .success else { return nil }
  return seen.get()
}

/// Binds the calling thread to `cpu`, and returns whether the thread then runs on that CPU.
private func thisThreadRuns(on cpu: Int) -> Bool {
  bindThisThread(to: [cpu]) && Int(sync_running_cpu()) == cpu
}

/// Binds the calling thread to `cpus`, and returns false if the kernel refuses.
@discardableResult
func bindThisThread(to cpus: [Int]) -> Bool {
  let numbers = cpus.map { Int32($0) }
  return sync_affinity_set(0, numbers, numbers.count) == 0
}
