import BenchmarkModel
public import BenchmarkRunner
import SyncPrimitives

/// Foundation's operations: what they cost beside closures, and what their queue promises.
public enum OperationsSuite {
  /// The suite.
  public static func suite() -> Suite {
    Suite(
      name: "operations", summary: "what Foundation's operations cost beside closures on a queue",
      columns: columns, workloads: [batch, serial, chain, diamond, cancel, priority, retry])
  }

  private static let columns: [MetricColumn] = {
    let counted = ["batch", "serial", "chain", "diamond", "cancel", "priority"]
    return DispatchSuite.percentiles("lateness", of: ["retry"]) + [
      MetricColumn(
        "cancel_ns_per_op", .lowerIsBetter, .observation("cancel_ns_per_op"),
        workloads: ["cancel"]),
      MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation, workloads: counted),
      MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond, workloads: counted),
      MetricColumn(
        "cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation, workloads: counted),
      MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation, workloads: counted),
      MetricColumn(
        "in_order_share", .neutral, .observation("in_order_share"), workloads: ["priority"]
      ).besideTheRanking(),
      MetricColumn(
        "added_order_share", .neutral, .observation("added_order_share"),
        workloads: ["priority"]),
    ]
  }()

  private static let items = Axis(
    "items", .count, headline: [64], standard: [1, 8, 64, 512], thorough: [1, 8, 64, 512, 4096])

  private static let batch = Workload(
    name: "batch", operation: "one operation of a batch that is added and waited for",
    axes: [items], pace: .window, summaryLevel: 0.25, threads: .pool(widthParameter: nil),
    invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(name: "block-operation", summary: "BlockOperation on an OperationQueue") {
        fanOutProgram($0, BlockOperationFanIn.self)
      },
      MeasuredPrimitive(
        name: "queue-closure", summary: "a closure given to addOperation", tier: .standard
      ) { fanOutProgram($0, QueueClosureFanIn.self) },
      MeasuredPrimitive(
        name: "operation-subclass", summary: "a subclass of Operation with a main",
        tier: .standard
      ) { fanOutProgram($0, OperationSubclassFanIn.self) },
      MeasuredPrimitive(
        name: "asynchronous-operation",
        summary: "an Operation that goes on after start, and says itself when it has finished",
        tier: .standard
      ) { fanOutProgram($0, AsynchronousOperationFanIn.self) },
      MeasuredPrimitive(
        name: "group-async", summary: "closures on a global queue, with a group", tier: .standard
      ) { fanOutProgram($0, GroupAsyncFanIn.self) },
    ])

  private static let serial = Workload(
    name: "serial", operation: "one item of a round that runs one at a time, in the order added",
    axes: [items], pace: .window, summaryLevel: 0.25, threads: .pool(widthParameter: nil),
    invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(
        name: "operation-queue", summary: "an OperationQueue of one operation at a time"
      ) { orderedProgram($0, key: "items", SerialOperationQueueItems.self) },
      MeasuredPrimitive(
        name: "serial-queue-async", summary: "async on a serial queue", tier: .standard
      ) { orderedProgram($0, key: "items", SerialQueueItems.self) },
    ])

  private static let chain = Workload(
    name: "chain", operation: "one link of a chain, of which each starts when the one before ends",
    axes: [
      Axis(
        "length", .count, headline: [64], standard: [8, 64, 512], thorough: [2, 8, 64, 512, 2048])
    ],
    pace: .window, summaryLevel: 0.25, threads: .pool(widthParameter: nil), invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(name: "block-operation", summary: "BlockOperation on an OperationQueue") {
        orderedProgram($0, key: "length", BlockOperationChain.self)
      },
      MeasuredPrimitive(
        name: "nested-async", summary: "closures on a serial queue, each submits the next",
        tier: .standard
      ) { orderedProgram($0, key: "length", NestedAsyncChain.self) },
    ])

  private static let diamond = Workload(
    name: "diamond", operation: "one item of a diamond: a source, branches after it, a sink",
    tier: .standard,
    axes: [
      Axis("branches", .count, headline: [8], standard: [2, 8, 64], thorough: [2, 8, 64, 512])
    ],
    pace: .window, summaryLevel: 0.25, threads: .pool(widthParameter: nil), invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(name: "block-operation", summary: "BlockOperation on an OperationQueue") {
        diamondProgram($0, BlockOperationDiamond.self)
      },
      MeasuredPrimitive(name: "group-notify", summary: "closures, with a group's notify") {
        diamondProgram($0, GroupNotifyDiamond.self)
      },
    ])

  private static let cancel = Workload(
    name: "cancel", operation: "one operation, made, cancelled before it starts, and left out",
    axes: [items], pace: .window, summaryLevel: 0.25, threads: .pool(widthParameter: nil),
    invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(
        name: "operation-cancel", summary: "cancel() of each operation of a suspended queue"
      ) { cancelProgram($0, OperationCancel.self) },
      MeasuredPrimitive(
        name: "cancel-all", summary: "cancelAllOperations() of a suspended queue",
        tier: .standard
      ) { cancelProgram($0, OperationCancelAll.self) },
      MeasuredPrimitive(
        name: "cancel-first", summary: "cancel() of each operation before it is added",
        tier: .standard
      ) { cancelProgram($0, OperationCancelFirst.self) },
      MeasuredPrimitive(
        name: "work-item-cancel", summary: "cancel() of each work item of a suspended queue",
        tier: .standard
      ) { cancelProgram($0, WorkItemCancellation.self) },
    ])

  private static let priority = Workload(
    name: "priority", operation: "one of 50 operations of five priorities, added before any starts",
    axes: [], pace: .window, summaryLevel: 0.25, threads: .pool(widthParameter: nil),
    invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(
        name: "queue-priority", summary: "queuePriority, one operation at a time"
      ) { priorityProgram($0, QueuePriorityOrder.self) },
      MeasuredPrimitive(
        name: "quality-of-service", summary: "qualityOfService, one operation at a time",
        tier: .standard
      ) { priorityProgram($0, QualityOfServiceOrder.self) },
    ])

  private static let retry = Workload(
    name: "retry", operation: "one job that fails some times and is tried again after delays",
    axes: [
      Axis("failures", .count, headline: [3], standard: [3], thorough: [1, 3, 6]),
      Axis(
        "delay", .nanoseconds, headline: [250_000], standard: [250_000],
        thorough: [50_000, 250_000, 2_000_000]),
    ],
    pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: { _ in Sampling(warmups: 1, trials: 4, trialNanoseconds: 10_000_000) },
    invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(
        name: "asynchronous-operation",
        summary: "an Operation that goes on after start, and says itself when it has finished"
      ) { retryProgram($0, AsynchronousRetry.self) },
      MeasuredPrimitive(
        name: "new-operation", summary: "a new operation for each attempt, added by a timer",
        tier: .standard
      ) { retryProgram($0, NewOperationRetry.self) },
    ])
}
