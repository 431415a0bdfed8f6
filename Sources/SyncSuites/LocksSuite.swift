import BenchmarkModel
public import BenchmarkRunner
import SyncPrimitives

/// Lock variants: what an acquisition costs, alone and contended.
public enum LocksSuite {
  /// The locks that come with the package; a lock is one line here.
  static let entries: [CounterEntry] = [
    CounterEntry(
      "no-lock", "negative control: nothing; must lose updates from two threads on",
      isUnprotected: true, lock: NoLock.self),
    CounterEntry("atomic-add", "floor: one atomic addition, no lock") { AtomicAddCounter() },
    CounterEntry("test-and-set", "spinlock by exchange", lock: TestAndSetLock.self),
    CounterEntry("ttas-pause", "spinlock that reads before it tries", lock: TTASPauseLock.self),
    CounterEntry("ticket", "fair spinlock", lock: TicketLock.self),
    CounterEntry("pthread-mutex", "glibc's default mutex", lock: PthreadMutex.self),
    CounterEntry("ns-lock", "Foundation, over pthread-mutex", lock: NSLockExclusion.self),
    CounterEntry(
      "ns-recursive-lock", "Foundation, over a recursive pthread mutex",
      lock: NSRecursiveLockExclusion.self),
    CounterEntry("mutex", "Synchronization.Mutex", lock: StandardMutex.self),
    CounterEntry("nio-lock", "SwiftNIO, over pthread-mutex", lock: NIOLockExclusion.self),
    CounterEntry(
      "dispatch-semaphore", "DispatchSemaphore(value: 1)", lock: DispatchSemaphoreLock.self),
    CounterEntry("serial-queue-sync", "a serial queue's sync", lock: SerialQueueSync.self),
  ]

  /// The suite, with locks of one's own behind the package's.
  public static func suite(adding own: [CounterEntry] = []) -> Suite {
    let entries = self.entries + own
    return Suite(
      name: "locks", summary: "which lock, at which thread count and section length, and why",
      columns: counterColumns,
      workloads: [
        Workload(
          name: "uncontended", operation: "acquire, add one to a counter, release; one thread",
          axes: [.inside], pace: .operations, summaryLevel: 0, threads: .single,
          primitives: entries.map(\.alone)),
        Workload(
          name: "contended",
          operation: "acquire, add one to a counter, release, by any of the threads",
          axes: [.threads, .inside, .outside], pace: .window, summaryLevel: 0.25,
          threads: .own(parameter: "threads"), primitives: entries.map(\.together)),
      ])
  }
}

/// The metrics of suites that count operations.
let counterColumns: [MetricColumn] = [
  MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
  MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
  MetricColumn("cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation),
  MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation),
  MetricColumn("fairness", .higherIsBetter, .fairness, workloads: ["contended", "shared"]),
]
