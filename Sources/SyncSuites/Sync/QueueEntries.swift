import BenchmarkRunner
import SyncPrimitives

extension SyncSuite {
  /// Every form of submission that counts: a form is a line, and its C twin, of the same name with `-f`,
  /// another.
  static let entries: [CounterEntry] = syncEntries + drainEntries + groupEntries + waitEntries

  /// The submitter's own thread runs the item.
  private static let syncEntries: [CounterEntry] = [
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
    CounterEntry("concurrent-queue-barrier-sync-f", "the same through dispatch_barrier_sync_f") {
      ConcurrentQueueBarrierSyncFunctionCounter()
    },
  ]

  /// A thread of the pool runs it, and the submitter waits for many at once, by an empty item.
  private static let drainEntries: [CounterEntry] = [
    CounterEntry(
      "serial-queue-async-drain", "async on a serial queue, drained every 256 items", usesPool: true
    ) {
      ItemCounter<SerialAsyncDrain>()
    },
    CounterEntry(
      "serial-queue-async-drain-f", "the same through dispatch_async_f", usesPool: true
    ) {
      ItemCounter<SerialAsyncDrainFunction>()
    },
    CounterEntry(
      "concurrent-queue-async-drain",
      "async on a concurrent queue, drained every 256 items by a barrier", usesPool: true,
      tier: .standard
    ) {
      ItemCounter<ConcurrentAsyncDrain>()
    },
    CounterEntry(
      "concurrent-queue-async-drain-f", "the same through dispatch_async_f", usesPool: true,
      tier: .standard
    ) {
      ItemCounter<ConcurrentAsyncDrainFunction>()
    },
  ]

  /// A thread of the pool runs it, and the submitter waits for many at once, by a group.
  private static let groupEntries: [CounterEntry] = [
    CounterEntry(
      "serial-queue-async-group", "async(group:) on a serial queue, waited for every 256 items",
      usesPool: true, tier: .standard
    ) {
      ItemCounter<SerialAsyncGroup>()
    },
    CounterEntry(
      "serial-queue-async-group-f", "the same through dispatch_group_async_f", usesPool: true,
      tier: .standard
    ) {
      ItemCounter<SerialAsyncGroupFunction>()
    },
    CounterEntry(
      "concurrent-queue-async-group",
      "async(group:) on a concurrent queue, waited for every 256 items", usesPool: true,
      tier: .standard
    ) {
      ItemCounter<ConcurrentAsyncGroup>()
    },
    CounterEntry(
      "concurrent-queue-async-group-f", "the same through dispatch_group_async_f", usesPool: true,
      tier: .standard
    ) {
      ItemCounter<ConcurrentAsyncGroupFunction>()
    },
  ]

  /// A thread of the pool runs it, and the submitter waits for each.
  private static let waitEntries: [CounterEntry] = [
    CounterEntry(
      "serial-queue-async-wait", "async of a work item on a serial queue, and its wait",
      usesPool: true
    ) {
      ItemCounter<SerialAsyncWait>()
    },
    CounterEntry(
      "concurrent-queue-async-wait", "async of a work item on a concurrent queue, and its wait",
      usesPool: true, tier: .standard
    ) {
      ItemCounter<ConcurrentAsyncWait>()
    },
  ]
}
