import BenchmarkModel
import BenchmarkRunner
import SyncPrimitives

extension DispatchSuite {
  static let queueLife = Workload.ofPool(
    "queue-life", "one queue made and dropped, or one call to a queue", pace: .window,
    [
      item(
        "serial-queue-create", "a serial queue is made and dropped",
        QueueCreateLife<SerialQueueMaking>.self),
      item(
        "concurrent-queue-create", "a concurrent queue is made and dropped",
        QueueCreateLife<ConcurrentQueueMaking>.self),
      item(
        "target-queue-create", "a serial queue with a target is made and dropped",
        QueueCreateLife<TargetQueueMaking>.self),
      item(
        "class-queue-create", "a serial queue of a class is made and dropped",
        QueueCreateLife<ClassQueueMaking>.self),
      item(
        "activate", "a queue is made inactive, given an item, activated and waited for",
        HeldItemLife<InactiveQueue>.self),
      item(
        "suspend-resume", "a queue is suspended, given an item, resumed and waited for",
        HeldItemLife<SuspendedQueue>.self, .headline),
      item("set-specific", "setSpecific on a queue", SetSpecificLife.self),
      item("get-specific", "getSpecific, on the queue that has the value", GetSpecificLife.self),
      item(
        "precondition-on-queue", "dispatchPrecondition(condition: .onQueue), on that queue",
        PreconditionLife.self),
    ])

  static let queueLifeControl = Workload.ofPool(
    "queue-life-control", "as queue-life", tier: .standard, pace: .window,
    [
      .control("unheld", "a queue that nothing holds back runs an item too early") { _ in
        itemProgram(HeldItemLife<UnheldQueue>.self)
      }
    ])
}
