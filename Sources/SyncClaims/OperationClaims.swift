import BenchmarkAnalysis

/// The claims about operations, in the order in which they are shown.
enum OperationClaims {
  static let all: [Claim] = [
    .operationAllocations, .operationCost, .dependencyAcrossQueues, .oneOperationAtATime,
    .priorityBeatsOrder, .executionBlocksConcurrent, .completionAfterBlocks,
    .cancelSparesDependents, .completionBlockOnce,
  ]
}

extension Claim {
  static let operationAllocations = Claim(
    id: "operation-allocations", topic: .operations, guide: "comparisons of operations and queues",
    statement: "An operation takes at least twice the allocations of a closure on a queue.",
    rule: .each(
      of: "the kind of operation",
      [
        ClaimCondition("a BlockOperation", allocations(of: "block-operation"), .atLeast(2)),
        ClaimCondition(
          "a closure given to an operation queue", allocations(of: "queue-closure"), .atLeast(2)),
        ClaimCondition(
          "a subclass with a main", allocations(of: "operation-subclass"), .atLeast(2)),
      ]),
    supported: "Keep operations for work that needs dependencies, limits or cancelling; submit "
      + "small items to a queue.",
    refuted: "Operations are as light as closures: choose by what they can do.",
    depends: "Some kinds of operation are as light as closures: choose the kind by its allocations "
      + "where items are small.")

  static let operationCost = Claim(
    id: "operation-cost", topic: .operations, guide: "comparisons of operations and queues",
    statement: "A batch of operations takes longer than a batch of closures on a queue.",
    rule: .each(
      of: "the kind of operation",
      [
        ClaimCondition("a BlockOperation", time(of: "block-operation"), .atLeast(1)),
        ClaimCondition(
          "a closure given to an operation queue", time(of: "queue-closure"), .atLeast(1)),
        ClaimCondition("a subclass with a main", time(of: "operation-subclass"), .atLeast(1)),
      ]),
    supported: "If items are short, the operations around them may be most of the cost: use a "
      + "queue, or fewer and longer operations.",
    refuted: "Operations cost no more time than closures: choose by what they can do.",
    depends: "Some kinds of operation take longer and others do not: measure the kind that you "
      + "use, with items of the real length.")

  static let dependencyAcrossQueues = Claim(
    id: "dependency-across-queues", topic: .operations, guide: "introductions to operation queues",
    statement: "A dependency holds between operations on two queues.",
    rule: .all([
      .held(
        "the first operation held back, while the other queue ran another",
        "operations/dependency-across-queues")
    ]),
    supported: "Order work across queues by dependencies: neither a lock nor a common queue is "
      + "needed.",
    refuted: "Dependencies hold within one queue at most: have the first operation add the second.",
    depends: "Dependencies across queues mostly hold, which is not enough: have the first "
      + "operation add the second.")

  static let oneOperationAtATime = Claim(
    id: "one-operation-at-a-time", topic: .operations, guide: "introductions to operation queues",
    statement: "A queue whose maxConcurrentOperationCount is 1 runs one operation at a time, in "
      + "the order in which they were added.",
    rule: .all([
      .held(
        "4 operations, each of which waits a while for another", "operations/one-at-a-time")
    ]),
    requirements: [
      .cpus(2),
      .condition(
        .held("two on a queue without a limit", "operations/operations-meet", .atLeast(0.5)),
        otherwise: "operations did not meet on a queue without a limit, either"),
    ],
    supported: "Such a queue replaces a lock for state that only its operations touch. The order "
      + "holds among operations of equal priority without dependencies.",
    refuted: "Such a queue does not protect data: use a serial queue or a lock.",
    depends: "Such a queue did not always run one operation at a time in order, so it does not "
      + "protect data: use a serial queue or a lock.")

  static let priorityBeatsOrder = Claim(
    id: "priority-beats-order", topic: .operations, guide: "introductions to operation queues",
    statement: "On a queue of one operation at a time, the operation of higher priority runs "
      + "first, though it was added later.",
    rule: .each(
      of: "when they are added",
      [
        ClaimCondition(
          "to a suspended queue", .metric("operations/priority/queue-priority", "in_order_share"),
          .always), .held("while another operation runs", "operations/priority-while-running"),
      ]),
    supported: "The queuePriority decides among the operations that are ready and waiting, so such "
      + "a queue is not strictly first come, first served.",
    refuted: "Setting queuePriority changes nothing: use a queue for each level of importance.",
    depends: "Setting queuePriority has an effect in some settings only: do not rely on it for an "
      + "order.")

  static let executionBlocksConcurrent = Claim(
    id: "execution-blocks-concurrent", topic: .operations,
    guide: "introductions to operation queues",
    statement: "The execution blocks of one BlockOperation run concurrently.",
    rule: .all([.held("two blocks that wait for each other", "operations/execution-blocks-meet")]),
    requirements: [
      .cpus(2),
      .condition(
        .held("two operations", "operations/operations-meet", .atLeast(0.5)),
        otherwise: "two operations on a queue without a limit did not meet, either"),
    ],
    supported: "Execution blocks share the CPUs: what they touch together needs a lock.",
    refuted: "Execution blocks run one after the other: a block that waits for another one waits "
      + "for ever. Add an operation for each block instead, and do not count on this order on "
      + "other systems.",
    depends: "Execution blocks may run together or one after the other: protect what they share, "
      + "and never let one wait for another.")

  static let completionAfterBlocks = Claim(
    id: "completion-after-blocks", topic: .operations, guide: "introductions to operation queues",
    statement: "The completion of a BlockOperation comes after all of its execution blocks.",
    rule: .all([.held("4 execution blocks", "operations/completion-after-blocks")]),
    supported: "A completion may use what every block has left behind.",
    refuted: "A completion may miss blocks: put what follows into an operation that depends on "
      + "this one.",
    depends: "Some completions miss blocks: put what follows into an operation that depends on "
      + "this one.")

  static let cancelSparesDependents = Claim(
    id: "cancel-spares-dependents", topic: .operations, guide: "introductions to operation queues",
    statement: "Cancelling an operation does not cancel the operations that depend on it: they "
      + "still run.",
    rule: .each(
      of: "when it is cancelled",
      [
        .held("before its start", "operations/dependent-of-cancelled"),
        .held("while it runs", "operations/dependent-of-cancelled-while-running"),
      ]),
    supported: "A dependent operation must check whether the operation before it was cancelled, "
      + "because it then begins without a result.",
    refuted: "Cancelling the first operation of a chain ends the whole chain: no dependent "
      + "operation begins without a result.",
    depends: "Dependent operations run in some cases and not in others: cancel each operation that "
      + "is not to run, and have each check the operation before it.")

  static let completionBlockOnce = Claim(
    id: "completion-block-once", topic: .operations, guide: "introductions to operation queues",
    statement: "An operation's completionBlock runs once, after the operation.",
    rule: .all([
      ClaimCondition(
        "launches in which one of 64 completionBlocks ran early, or not exactly once",
        .share(
          of: "operations/completion/completion-block/items=64", ending: [.brokeItsPromise]),
        .never)
    ]),
    supported: "A completionBlock may use what its operation has left behind. A completionBlock is "
      + "submitted as an item of its own: code at the end of the operation's closure costs less, "
      + "if the closure is your own.",
    refuted: "A completionBlock is no place for what follows an operation: add an operation that "
      + "depends on it.",
    depends: "Some completionBlocks run too early, or not exactly once: add an operation that "
      + "depends on the first instead.")
}

/// The allocations of an operation of the kind `kind`, relative to those of a closure on a queue.
private func allocations(of kind: String) -> ClaimFigure {
  .ratio(
    "operations/batch/\(kind)/items=64", over: "operations/batch/group-async/items=64",
    "allocations_per_op")
}

/// The time of an operation of the kind `kind`, relative to that of a closure on a queue.
private func time(of kind: String) -> ClaimFigure {
  .costRatio("operations/batch/\(kind)/items=64", over: "operations/batch/group-async/items=64")
}
