import BenchmarkRunner
import Dispatch
import SyncPrimitives

extension SyncSuite {
  /// The primitives of `waits`: forms of submission, and for comparison a lock that serves in order
  /// and a lock that does not.
  static let timedForms: [MeasuredPrimitive] = [
    timed(
      "serial-queue-sync", "sync on a serial queue", .headline,
      form: ExclusionForm<SerialQueueSync>.self),
    timed(
      "serial-queue-sync-f", "dispatch_sync_f in place of sync", form: SyncFunctionForm<Serial>.self
    ),
    timed(
      "concurrent-queue-sync", "sync on a concurrent queue: excludes nobody",
      family: .concurrentQueue, form: ConcurrentSync.self),
    timed(
      "concurrent-queue-sync-f", "dispatch_sync_f in place of sync",
      family: .concurrentQueue, form: SyncFunctionForm<Concurrent>.self),
    timed(
      "concurrent-queue-barrier-sync", "sync(flags: .barrier) on a concurrent queue",
      family: .concurrentQueue, form: ExclusionForm<ConcurrentQueueBarrierSync>.self),
    timed(
      "concurrent-queue-barrier-sync-f", "dispatch_barrier_sync_f in place of a barrier sync",
      family: .concurrentQueue, form: SyncFunctionForm<Barriers>.self),
    timed(
      "serial-queue-async-drain", "async on a serial queue, drained every 256 items",
      usesPool: true, form: AsyncDrain<Serial>.self),
    timed(
      "serial-queue-async-drain-f", "dispatch_async_f in place of async", usesPool: true,
      form: AsyncDrainFunction<Serial>.self),
    timed(
      "serial-queue-async-wait", "async of a work item on a serial queue, and its wait",
      usesPool: true, form: AsyncWait<Serial>.self),
    timed(
      "pthread-mutex", "glibc's default mutex, for comparison: not in order", .headline,
      family: .pthread, form: ExclusionForm<PthreadMutex>.self),
    timed(
      "ticket", "a fair spinlock, for comparison: in order by construction", .headline,
      family: .spinlock, form: ExclusionForm<TicketLock>.self),
  ]

  @inline(__always)
  private static func timed<Form: QueueForm & ~Copyable>(
    _ name: String, _ summary: String, _ tier: Tier = .standard, usesPool: Bool = false,
    family: PrimitiveFamily = .serialQueue, form: Form.Type
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary, tier, usesPool: usesPool, family: family.rawValue) {
      submissionsProgram($0, form)
    }
  }

  /// The primitives of `target-chain`.
  static let chains: [MeasuredPrimitive] = [
    MeasuredPrimitive("serial-queue-sync", "sync on the first of a chain of serial queues") {
      contendedProgram($0, ChainedSyncCounter(depth: $0.value("depth", default: 1)))
    },
    MeasuredPrimitive("serial-queue-sync-f", "dispatch_sync_f in place of sync") {
      contendedProgram($0, SyncFunctionCounter<Serial>(depth: $0.value("depth", default: 1)))
    },
  ]

  /// The primitives of `many-queues`.
  static let rows: [MeasuredPrimitive] = [
    MeasuredPrimitive("serial-queue-sync", "sync on independent serial queues") {
      manyQueuesProgram($0, counter: { GuardedCounter<SerialQueueSync>() })
    },
    MeasuredPrimitive("serial-queue-sync-f", "dispatch_sync_f in place of sync") {
      manyQueuesProgram($0, counter: { SyncFunctionCounter<Serial>() })
    },
    MeasuredPrimitive(
      "concurrent-queue-barrier-sync", "sync(flags: .barrier) on concurrent queues"
    ) { manyQueuesProgram($0, counter: { GuardedCounter<ConcurrentQueueBarrierSync>() }) },
    MeasuredPrimitive(
      "serial-queue-sync-one-target",
      "sync on serial queues that all have one serial queue for their target"
    ) { context in
      let target = DispatchQueue(label: "syncbench.target")
      return manyQueuesProgram(context, counter: { ChainedSyncCounter(target: target) })
    },
  ]
}

extension CounterEntry {
  /// Makes the entry of a form of submission whose items a thread of the pool runs.
  @inline(__always)
  init<Form: QueueForm & ~Copyable>(
    _ name: String, _ summary: String, tier: Tier = .headline, family: PrimitiveFamily,
    form: Form.Type
  ) {
    self.init(name, summary, usesPool: true, tier: tier, family: family) { ItemCounter<Form>() }
  }
}
