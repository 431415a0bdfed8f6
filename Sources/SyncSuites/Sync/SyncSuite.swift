import BenchmarkModel
public import BenchmarkRunner
import SyncPrimitives

/// Queue submission: serial against concurrent `sync`, barriers, `async`, and the C interface beside
/// the Swift one.
public enum SyncSuite {
  static let entries: [CounterEntry] = [
    CounterEntry("serial-queue-sync", "sync on a serial queue", lock: SerialQueueSync.self),
    CounterEntry("serial-queue-sync-f", "the same through dispatch_sync_f") {
      SerialQueueSyncFunctionCounter()
    },
    CounterEntry("concurrent-queue-sync", "sync on a concurrent queue: excludes nobody") {
      ConcurrentQueueSyncCounter()
    },
    CounterEntry("concurrent-queue-sync-f", "the same through dispatch_sync_f") {
      ConcurrentQueueSyncFunctionCounter()
    },
    CounterEntry(
      "concurrent-queue-barrier-sync", "sync(flags: .barrier) on a concurrent queue",
      lock: ConcurrentQueueBarrierSync.self),
    CounterEntry(
      "serial-queue-async-drain", "async on a serial queue, drained every 256 items", usesPool: true
    ) {
      AsyncDrainCounter()
    },
    CounterEntry(
      "serial-queue-async-wait", "async of a work item on a serial queue, and its wait",
      usesPool: true
    ) {
      AsyncWaitCounter()
    },
  ]

  /// The suite.
  public static func suite() -> Suite {
    Suite(
      name: "sync", summary: "what it costs to put work on a queue, serial against concurrent",
      columns: counterColumns,
      workloads: [
        Workload(
          name: "alone", operation: "one submission by the only thread",
          axes: [.inside], pace: .operations, summaryLevel: 0, threads: .single,
          kernel: "uncontendedLoop",
          primitives: entries.compactMap { $0.primitive(in: .uncontended) }),
        Workload(
          name: "shared", operation: "one submission to the one queue, by any of the threads",
          axes: [.severalThreads, .inside], pace: .window, summaryLevel: 0.25,
          threads: .own(parameter: "threads"),
          primitives: entries.compactMap { $0.primitive(in: .contended) }),
      ])
  }
}
