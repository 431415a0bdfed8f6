import BenchmarkRunner
import Dispatch
import SyncPrimitives

extension SyncSuite {
  /// What `target-chain` submits to.
  static let chains: [MeasuredPrimitive] = [
    MeasuredPrimitive(
      name: "serial-queue-sync", summary: "sync on the first of a chain of serial queues"
    ) {
      contendedProgram($0, ChainedSyncCounter(depth: $0.value("depth", default: 1)))
    },
    MeasuredPrimitive(
      name: "serial-queue-sync-f", summary: "the same through dispatch_sync_f"
    ) {
      contendedProgram($0, ChainedSyncFunctionCounter(depth: $0.value("depth", default: 1)))
    },
  ]

  /// What `many-queues` submits to.
  static let rows: [MeasuredPrimitive] = [
    MeasuredPrimitive(
      name: "serial-queue-sync", summary: "sync on serial queues, each for itself"
    ) {
      manyQueuesProgram($0, counter: { GuardedCounter<SerialQueueSync>() })
    },
    MeasuredPrimitive(
      name: "serial-queue-sync-f", summary: "the same through dispatch_sync_f"
    ) {
      manyQueuesProgram($0, counter: { SerialQueueSyncFunctionCounter() })
    },
    MeasuredPrimitive(
      name: "concurrent-queue-barrier-sync", summary: "sync(flags: .barrier) on concurrent queues"
    ) {
      manyQueuesProgram($0, counter: { GuardedCounter<ConcurrentQueueBarrierSync>() })
    },
    MeasuredPrimitive(
      name: "serial-queue-sync-one-target",
      summary: "sync on serial queues that all have one serial queue for their target"
    ) { context in
      let target = DispatchQueue(label: "syncbench.target")
      return manyQueuesProgram(context, counter: { ChainedSyncCounter(target: target) })
    },
  ]
}
