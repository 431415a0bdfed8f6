import BenchmarkRunner
import SyncPrimitives

extension SyncSuite {
  /// All forms of submission that raise a counter.
  ///
  /// A form of the Swift interface is an entry, and the same form of the C interface, whose name
  /// ends with `-f`, is another entry.
  static let entries: [CounterEntry] = syncEntries + drainEntries + groupEntries + waitEntries

  /// The forms in which the submitter's own thread runs the item.
  private static let syncEntries: [CounterEntry] = [
    CounterEntry("serial-queue-sync", "sync on a serial queue", lock: SerialQueueSync.self),
    CounterEntry("serial-queue-sync-f", "dispatch_sync_f in place of sync", family: .serialQueue) {
      SyncFunctionCounter<Serial>()
    },
    CounterEntry(
      "concurrent-queue-sync", "sync on a concurrent queue: excludes nobody",
      family: .concurrentQueue
    ) {
      ConcurrentQueueSyncCounter()
    }.asControl(),
    CounterEntry(
      "concurrent-queue-sync-f", "dispatch_sync_f in place of sync", family: .concurrentQueue
    ) {
      ConcurrentQueueSyncFunctionCounter()
    }.asControl(),
    CounterEntry(
      "concurrent-queue-barrier-sync", "sync(flags: .barrier) on a concurrent queue",
      family: .concurrentQueue, lock: ConcurrentQueueBarrierSync.self),
    CounterEntry(
      "concurrent-queue-barrier-sync-f", "dispatch_barrier_sync_f in place of a barrier sync",
      family: .concurrentQueue
    ) {
      SyncFunctionCounter<Barriers>()
    },
  ]

  /// The forms in which the pool runs the items, and after every 256 items the submitter waits for
  /// an empty item behind them.
  private static let drainEntries: [CounterEntry] = [
    CounterEntry(
      "serial-queue-async-drain", "async on a serial queue, drained every 256 items",
      family: .serialQueue, form: AsyncDrain<Serial>.self),
    CounterEntry(
      "serial-queue-async-drain-f", "dispatch_async_f in place of async",
      family: .serialQueue, form: AsyncDrainFunction<Serial>.self),
    CounterEntry(
      "concurrent-queue-async-drain",
      "async on a concurrent queue, drained every 256 items by a barrier", tier: .standard,
      family: .concurrentQueue, form: AsyncDrain<Concurrent>.self),
    CounterEntry(
      "concurrent-queue-async-drain-f", "dispatch_async_f in place of async", tier: .standard,
      family: .concurrentQueue, form: AsyncDrainFunction<Concurrent>.self),
  ]

  /// The forms in which the pool runs the items, and after every 256 items the submitter waits for
  /// their group.
  private static let groupEntries: [CounterEntry] = [
    CounterEntry(
      "serial-queue-async-group", "async(group:) on a serial queue, waited for every 256 items",
      tier: .standard, family: .serialQueue, form: AsyncGroup<Serial>.self),
    CounterEntry(
      "serial-queue-async-group-f", "dispatch_group_async_f in place of async with a group",
      tier: .standard, family: .serialQueue, form: AsyncGroupFunction<Serial>.self),
    CounterEntry(
      "concurrent-queue-async-group",
      "async(group:) on a concurrent queue, waited for every 256 items", tier: .standard,
      family: .concurrentQueue, form: AsyncGroup<Concurrent>.self),
    CounterEntry(
      "concurrent-queue-async-group-f", "dispatch_group_async_f in place of async with a group",
      tier: .standard, family: .concurrentQueue, form: AsyncGroupFunction<Concurrent>.self),
  ]

  /// The forms in which the pool runs the items, and the submitter waits for each item.
  private static let waitEntries: [CounterEntry] = [
    CounterEntry(
      "serial-queue-async-wait", "async of a work item on a serial queue, and its wait",
      family: .serialQueue, form: AsyncWait<Serial>.self),
    CounterEntry(
      "concurrent-queue-async-wait", "async of a work item on a concurrent queue, and its wait",
      tier: .standard, family: .concurrentQueue, form: AsyncWait<Concurrent>.self),
  ]
}
