import BenchmarkRunner
import SyncPrimitives

extension SyncSuite {
  /// What `waits` times: forms of submission, and beside them two locks whose order of service is known.
  static let timedForms: [MeasuredPrimitive] = [
    MeasuredPrimitive(name: "serial-queue-sync", summary: "sync on a serial queue") {
      submissionsProgram($0, ExclusionForm<SerialQueueSync>.self)
    },
    MeasuredPrimitive(
      name: "serial-queue-sync-f", summary: "the same through dispatch_sync_f", tier: .standard
    ) {
      submissionsProgram($0, SerialSyncFunction.self)
    },
    MeasuredPrimitive(
      name: "concurrent-queue-sync", summary: "sync on a concurrent queue: excludes nobody",
      tier: .standard
    ) {
      submissionsProgram($0, ConcurrentSync.self)
    },
    MeasuredPrimitive(
      name: "concurrent-queue-sync-f", summary: "the same through dispatch_sync_f", tier: .standard
    ) {
      submissionsProgram($0, ConcurrentSyncFunction.self)
    },
    MeasuredPrimitive(
      name: "concurrent-queue-barrier-sync",
      summary: "sync(flags: .barrier) on a concurrent queue", tier: .standard
    ) {
      submissionsProgram($0, ExclusionForm<ConcurrentQueueBarrierSync>.self)
    },
    MeasuredPrimitive(
      name: "concurrent-queue-barrier-sync-f", summary: "the same through dispatch_barrier_sync_f",
      tier: .standard
    ) {
      submissionsProgram($0, ConcurrentBarrierSyncFunction.self)
    },
    MeasuredPrimitive(
      name: "serial-queue-async-drain", summary: "async on a serial queue, drained every 256 items",
      tier: .standard, usesPool: true
    ) {
      submissionsProgram($0, SerialAsyncDrain.self)
    },
    MeasuredPrimitive(
      name: "serial-queue-async-drain-f", summary: "the same through dispatch_async_f",
      tier: .standard, usesPool: true
    ) {
      submissionsProgram($0, SerialAsyncDrainFunction.self)
    },
    MeasuredPrimitive(
      name: "serial-queue-async-wait",
      summary: "async of a work item on a serial queue, and its wait", tier: .standard,
      usesPool: true
    ) {
      submissionsProgram($0, SerialAsyncWait.self)
    },
    MeasuredPrimitive(
      name: "pthread-mutex", summary: "glibc's default mutex, for comparison: not in order"
    ) {
      submissionsProgram($0, ExclusionForm<PthreadMutex>.self)
    },
    MeasuredPrimitive(
      name: "ticket", summary: "a fair spinlock, for comparison: in order by construction"
    ) {
      submissionsProgram($0, ExclusionForm<TicketLock>.self)
    },
  ]
}
