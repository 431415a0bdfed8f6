import BenchmarkModel
public import BenchmarkRunner
import SyncPrimitives

/// Foundation's operations: what they cost beside closures, and what their queue promises.
public enum OperationsSuite {
  /// The suite.
  public static func suite() -> Suite {
    Suite(
      name: "operations", summary: "what Foundation's operations cost beside closures on a queue",
      columns: columns,
      workloads: [
        batch, serial, chain, diamond, wait, waitControl, completion, completionControl, cancel,
        priority, retry,
      ])
  }

  private static let columns =
    DispatchSuite.percentiles("lateness", in: ["retry"])
    + [.observedCost("cancel_ns_per_op", in: "cancel")]
    + .costs(in: [
      "batch", "serial", "chain", "diamond", "wait", "completion", "cancel", "priority",
    ])
    + [
      .observed("in_order_share", in: "priority").besideTheRanking(),
      .observed("added_order_share", in: "priority"),
    ]

  private static let items = Axis(
    "items", .count, headline: [64], standard: [1, 8, 64, 512], thorough: [1, 8, 64, 512, 4096])

  private static let batch = Workload.ofPool(
    "batch", "one operation of a batch that is added and waited for", axes: [items], pace: .window,
    [
      fanOutLine(
        "block-operation", "BlockOperation on an OperationQueue", BlockOperationFanIn.self,
        .headline),
      fanOutLine("queue-closure", "a closure given to addOperation", QueueClosureFanIn.self),
      fanOutLine(
        "operation-subclass", "a subclass of Operation with a main", OperationSubclassFanIn.self),
      fanOutLine(
        "asynchronous-operation",
        "an Operation that goes on after start, and says itself when it has finished",
        AsynchronousOperationFanIn.self),
      fanOutLine("group-async", "closures on a global queue, with a group", GroupAsyncFanIn.self),
    ])

  private static let serial = Workload.ofPool(
    "serial", "one item of a round that runs one at a time, in the order added", axes: [items],
    pace: .window,
    [
      MeasuredPrimitive("operation-queue", "an OperationQueue of one operation at a time") {
        orderedProgram($0, key: "items", SerialOperationQueueItems.self)
      },
      MeasuredPrimitive("serial-queue-async", "async on a serial queue", .standard) {
        orderedProgram($0, key: "items", SerialQueueItems.self)
      },
    ])

  private static let chain = Workload.ofPool(
    "chain", "one link of a chain, of which each starts when the one before ends",
    axes: [
      Axis(
        "length", .count, headline: [64], standard: [8, 64, 512], thorough: [2, 8, 64, 512, 2048])
    ], pace: .window,
    [
      MeasuredPrimitive("block-operation", "BlockOperation on an OperationQueue") {
        orderedProgram($0, key: "length", BlockOperationChain.self)
      },
      MeasuredPrimitive(
        "nested-async", "closures on a serial queue, each submits the next", .standard
      ) { orderedProgram($0, key: "length", NestedAsyncChain.self) },
    ])

  private static let diamond = Workload.ofPool(
    "diamond", "one item of a diamond: a source, branches after it, a sink", tier: .standard,
    axes: [
      Axis("branches", .count, headline: [8], standard: [2, 8, 64], thorough: [2, 8, 64, 512])
    ], pace: .window,
    [
      MeasuredPrimitive("block-operation", "BlockOperation on an OperationQueue") {
        diamondProgram($0, BlockOperationDiamond.self)
      },
      MeasuredPrimitive("group-notify", "closures, with a group's notify") {
        diamondProgram($0, GroupNotifyDiamond.self)
      },
    ])

  private static let wait = Workload.ofPool(
    "wait", "one operation of a round that is added and waited for", tier: .standard,
    axes: [Axis("items", .count, headline: [1, 64], later: [1, 8, 64, 512])], pace: .window,
    [
      fanOutLine(
        "wait-until-finished", "waitUntilFinished() of each operation", WaitUntilFinished.self,
        .headline),
      fanOutLine(
        "wait-until-all", "waitUntilAllOperationsAreFinished() of the queue",
        WaitUntilAllFinished.self, .headline),
      fanOutLine(
        "add-and-wait", "addOperations(_:waitUntilFinished: true)", BlockOperationFanIn.self,
        .headline),
      fanOutLine(
        "semaphore", "each operation signals a semaphore at its end", OperationSemaphoreFanIn.self,
        .headline),
      fanOutLine(
        "group", "each operation leaves a group at its end", OperationGroupFanIn.self, .headline),
      fanOutLine(
        "group-async", "closures on a global queue, with a group", GroupAsyncFanIn.self, .headline),
    ])

  private static let waitControl = Workload.ofPool(
    "wait-control", "as wait", tier: .standard, axes: [Axis("items", .count, [64])], pace: .window,
    [
      .control(
        "cancelled", "the wait for an operation that was cancelled returns, and it never ran"
      ) { fanOutProgram($0, WaitForCancelled.self) }
    ])

  private static let completion = Workload.ofPool(
    "completion", "one operation, and what is to follow it", tier: .standard, axes: [items],
    pace: .window,
    [
      followed("closure-end", "an operation whose closure ends with it", ClosureEnd.self),
      followed("completion-block", "an operation with a completionBlock", CompletionBlock.self),
      followed("dependency", "another operation that depends on it", DependentOperation.self),
      followed(
        "work-item-notify", "no operation: a work item with a notify", NotifyingWorkItem.self),
    ])

  private static let completionControl = Workload.ofPool(
    "completion-control", "as completion", tier: .standard, axes: [Axis("items", .count, [64])],
    pace: .window,
    [
      .control("beside", "what is to follow is put beside the operation, and not after it") {
        followedProgram($0, UnorderedFollower.self)
      }
    ])

  private static func followed<Items: FollowedItems>(
    _ name: String, _ summary: String, _ type: Items.Type
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary) { followedProgram($0, type) }
  }

  private static let cancel = Workload.ofPool(
    "cancel", "one operation, made, cancelled before it starts, and left out", axes: [items],
    pace: .window,
    [
      MeasuredPrimitive("operation-cancel", "cancel() of each operation of a suspended queue") {
        cancelProgram($0, OperationCancel.self)
      },
      MeasuredPrimitive("cancel-all", "cancelAllOperations() of a suspended queue", .standard) {
        cancelProgram($0, OperationCancelAll.self)
      },
      MeasuredPrimitive(
        "cancel-first", "cancel() of each operation before it is added", .standard
      ) { cancelProgram($0, OperationCancelFirst.self) },
      MeasuredPrimitive(
        "work-item-cancel", "cancel() of each work item of a suspended queue", .standard
      ) { cancelProgram($0, WorkItemCancellation.self) },
    ])

  private static let priority = Workload.ofPool(
    "priority", "one of 50 operations of five priorities, added before any starts", pace: .window,
    [
      MeasuredPrimitive("queue-priority", "queuePriority, one operation at a time") {
        priorityProgram($0, QueuePriorityOrder.self)
      },
      MeasuredPrimitive(
        "quality-of-service", "qualityOfService, one operation at a time", .standard
      ) { priorityProgram($0, QualityOfServiceOrder.self) },
    ])

  private static let retry = Workload.ofPool(
    "retry", "one job that fails some times and is tried again after delays",
    axes: [
      Axis("failures", .count, [3], thorough: [1, 3, 6]),
      Axis("delay", .nanoseconds, [250_000], thorough: [50_000, 250_000, 2_000_000]),
    ], sampling: { _ in Sampling(warmups: 1, trials: 4, trialNanoseconds: 10_000_000) },
    [
      MeasuredPrimitive(
        "asynchronous-operation",
        "an Operation that goes on after start, and says itself when it has finished"
      ) { retryProgram($0, AsynchronousRetry.self) },
      MeasuredPrimitive(
        "new-operation", "a new operation for each attempt, added by a timer", .standard
      ) { retryProgram($0, NewOperationRetry.self) },
    ])
}
