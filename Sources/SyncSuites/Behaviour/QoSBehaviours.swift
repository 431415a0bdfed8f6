import CSyncShims
import Dispatch
import Glibc
import SyncPrimitives
import Synchronization

/// What guides say quality of service do.
enum QoSBehaviours {
  static let all: [Behaviour] = [
    userInitiatedEndsFirst, backgroundAloneIsSlower, queuedBeforeHigher, inferredFromMainThread,
    classRunsOnEveryCPU,
  ]
}

extension QoSBehaviours {
  /// Which of two items gets its work done first where both want the same CPU.
  static let userInitiatedEndsFirst = Behaviour(
    "user-initiated-ends-first",
    "of two items that want the same CPU for the same work, the user-initiated one ends first, though submitted last",
    attempts: 6
  ) { ClassContest().favours(.userInitiated, submittedAfter: .background) }

  /// Whether a background item is slow where nobody else wants its CPU.
  static let backgroundAloneIsSlower = Behaviour(
    "background-alone-is-slower",
    "alone, a background item takes half as long again for the same work as a user-initiated one",
    attempts: 10
  ) {
    let background = quickestWork(at: .background)
    return Double(background) >= 1.5 * Double(quickestWork(at: .userInitiated))
  }
}

/// Two items of different classes that do the same work on the same CPU, until one is through.
///
/// Each on a CPU that others keep busy would not do: who ends first is then which CPU the kernel chose.
private final class ClassContest: Sendable {
  private static let nobody: UInt32 = 0
  /// The number of the item that was through first.
  private let winner = Atomic<UInt32>(ClassContest.nobody)
  private let present = Atomic<Int>(0)

  /// Whether an item of the one class is through before one of the other that is submitted ahead of it.
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

  /// Some time slices of work, or as much as there is time for until the other is through.
  ///
  /// Work that fits into its first slice ends in it, whatever the class.
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

/// The shortest of some items' times for the same work, in ns: the one that was least disturbed.
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

extension QoSBehaviours {
  /// What class an item gets that says nothing, from the main thread.
  static let inferredFromMainThread: Behaviour = {
    let run = MainQueueRun(attempts: 10)
    return Behaviour(
      "inferred-from-main-thread",
      "an item without a class that the main queue submits runs like a user-initiated one, not like a default one",
      attempts: run.attempts
    ) {
      run.attempt {
        // First and always: the main thread serves until it has served every attempt.
        let inferred = niceOfSubmittedByMainQueue()
        let wanted = niceOfItem(at: .userInitiated)
        return inferred == wanted && wanted != niceOfItem(at: .default)
      }
    }.led { run.lead() }
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
      seen.put(nice)
    }
    queue.async(group: items, qos: .userInitiated, flags: .enforceQoS) {}
    mayGo.signal()
    items.wait()
    let raised = niceOfItem(at: .userInitiated)
    return raised != niceOfItem(at: .utility) && seen.get() == raised
  }
}

/// The nice value of the thread that runs an item on a class's global queue.
private func niceOfItem(at serviceClass: ServiceClass) -> Int32 {
  serviceClass.run { sync_thread_nice() }
}

/// The nice value of an item on a queue without a class to which the main queue submitted it; nil where the
/// main thread did not.
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
  // Nobody may serve the main queue: then its items wait for ever.
  guard done.wait(timeout: .now() + .milliseconds(200)) == .success else { return nil }
  return seen.get()
}

extension QoSBehaviours {
  /// Whether a class's threads are kept to some CPUs.
  ///
  /// Where the kernel happens to run them says nothing on a busy machine: what it may do, and what it does
  /// when it is asked, does.
  static let classRunsOnEveryCPU = Behaviour(
    "class-runs-on-every-cpu",
    "items of every class may run on all CPUs of their process, and do where they ask for one",
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

/// Whether the calling thread runs on a CPU when it is bound to it.
private func thisThreadRuns(on cpu: Int) -> Bool {
  bindThisThread(to: [cpu]) && Int(sync_running_cpu()) == cpu
}

/// Binds the calling thread to some CPUs; whether it may be.
@discardableResult
func bindThisThread(to cpus: [Int]) -> Bool {
  let numbers = cpus.map { Int32($0) }
  return sync_affinity_set(0, numbers, numbers.count) == 0
}
