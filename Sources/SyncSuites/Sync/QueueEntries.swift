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
      SyncFunctionCounter<Serial>()
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
      SyncFunctionCounter<Barriers>()
    },
  ]

  /// A thread of the pool runs it, and the submitter waits for many at once, by an empty item.
  private static let drainEntries: [CounterEntry] = [
    CounterEntry(
      "serial-queue-async-drain", "async on a serial queue, drained every 256 items",
      form: AsyncDrain<Serial>.self),
    CounterEntry(
      "serial-queue-async-drain-f", "the same through dispatch_async_f",
      form: AsyncDrainFunction<Serial>.self),
    CounterEntry(
      "concurrent-queue-async-drain",
      "async on a concurrent queue, drained every 256 items by a barrier", tier: .standard,
      form: AsyncDrain<Concurrent>.self),
    CounterEntry(
      "concurrent-queue-async-drain-f", "the same through dispatch_async_f", tier: .standard,
      form: AsyncDrainFunction<Concurrent>.self),
  ]

  /// A thread of the pool runs it, and the submitter waits for many at once, by a group.
  private static let groupEntries: [CounterEntry] = [
    CounterEntry(
      "serial-queue-async-group", "async(group:) on a serial queue, waited for every 256 items",
      tier: .standard, form: AsyncGroup<Serial>.self),
    CounterEntry(
      "serial-queue-async-group-f", "the same through dispatch_group_async_f", tier: .standard,
      form: AsyncGroupFunction<Serial>.self),
    CounterEntry(
      "concurrent-queue-async-group",
      "async(group:) on a concurrent queue, waited for every 256 items", tier: .standard,
      form: AsyncGroup<Concurrent>.self),
    CounterEntry(
      "concurrent-queue-async-group-f", "the same through dispatch_group_async_f",
      tier: .standard, form: AsyncGroupFunction<Concurrent>.self),
  ]

  /// A thread of the pool runs it, and the submitter waits for each.
  private static let waitEntries: [CounterEntry] = [
    CounterEntry(
      "serial-queue-async-wait", "async of a work item on a serial queue, and its wait",
      form: AsyncWait<Serial>.self),
    CounterEntry(
      "concurrent-queue-async-wait", "async of a work item on a concurrent queue, and its wait",
      tier: .standard, form: AsyncWait<Concurrent>.self),
  ]
}
