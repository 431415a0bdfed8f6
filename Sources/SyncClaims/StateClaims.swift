import BenchmarkAnalysis

/// The claims about the ends, the cancelling, the order and the limits of operations.
enum StateClaims {
  static let all: [Claim] = [
    .silentFinish, .operationCancelDoesNotStop, .cancellingHandedOn, .addOperationsIsGroupWait,
    .dependenciesOrderSteps, .operationLimit, .pipelineKeepsLimits,
  ]
}

extension Claim {
  static let silentFinish = Claim(
    id: "silent-finish-frees-nobody", topic: .operations,
    guide: "guides to asynchronous operations",
    statement: "An asynchronous operation that changes its state without telling its observers "
      + "never frees the operations that depend on it.",
    rule: .all([
      .held(
        "attempts in which the dependant ran nevertheless",
        "operations/silent-finish-frees-dependant", .never),
      .held(
        "attempts in which it ran after observers were told",
        "operations/told-finish-frees-dependant"),
    ]),
    supported: "Call willChangeValue and didChangeValue around each change, on Linux too, though "
      + "there is no key-value observing: Operation itself is an observer.",
    refuted: "The queue checks the state by itself: only observers of your own need to be told.",
    depends: "A silent change is noticed only at times: tell the observers of each change.")

  static let operationCancelDoesNotStop = Claim(
    id: "operation-cancel-does-not-stop", topic: .operations,
    guide: "introductions to operation queues",
    statement: "Cancelling an operation does not stop it if it is already running.",
    rule: .all([
      .held(
        "an operation that was cancelled while it ran",
        "operations/dependent-of-cancelled-while-running"),
      .ending(
        "launches in which no cancelled operation began, and all begun operations ended",
        "operations/cancel/operation-cancel/items=64", [.returned]),
    ]),
    supported: "Check isCancelled between the steps of a long operation.",
    refuted: "A running operation can be ended from outside: keep data consistent at every step.",
    depends: "Whether a running operation goes on is not certain: check isCancelled, and keep data "
      + "consistent.")

  static let cancellingHandedOn = Claim(
    id: "cancelling-handed-on", topic: .operations, guide: "guides to chains of operations",
    statement: "Operations that check whether the operation before was cancelled pass a "
      + "cancellation on through a chain, and a link costs at most a tenth more.",
    rule: .all([
      .held("8 links, the first cancelled: none worked", "operations/chain-hands-cancelling-on"),
      ClaimCondition(
        "a link that checks, over a link that does not",
        .costRatio(
          "operations/chain/looking-operation/length=64",
          over: "operations/chain/block-operation/length=64"), .atMost(1.1)),
    ]),
    supported: "Check the dependencies at the start of `main`: Foundation does not pass a "
      + "cancellation on.",
    refuted: "The check does not reach the whole chain, or costs more: cancel each operation.",
    depends: "The check has a cost: cancel all operations of the queue if the whole chain is to "
      + "end.")

  static let addOperationsIsGroupWait = Claim(
    id: "add-operations-is-group-wait", topic: .operations,
    guide: "comparisons of operations and queues",
    statement:
      "`addOperations(_:waitUntilFinished: true)` costs what waiting for a group does, up to "
      + "a quarter more or less.",
    rule: .each(
      of: "the number of operations",
      [1, 64].map { items in
        ClaimCondition(
          "\(items)",
          .costRatio(
            "operations/wait/add-and-wait/items=\(items)",
            over: "operations/wait/group/items=\(items)"), .within(0.75...1.25))
      }),
    supported: "Take whichever reads better.",
    refuted: "The two differ: take the cheaper one if operations are short.",
    depends: "They differ for some numbers of operations: measure with the number that your "
      + "program has.")

  static let dependenciesOrderSteps = Claim(
    id: "dependencies-order-steps", topic: .operations,
    guide: "introductions to operation queues",
    statement: "Dependencies run steps in their order, on one queue and across queues.",
    rule: .all([
      .ending(
        "launches in which a chain of 64 ran in its order",
        "operations/chain/block-operation/length=64", [.returned]),
      .ending(
        "launches in which the last of a diamond ran after its 8 branches",
        "operations/diamond/block-operation/branches=8", [.returned]),
      .held("across two queues", "operations/dependency-across-queues"),
    ]),
    supported: "Describe the order of steps by dependencies, and let the queue run what may run "
      + "together.",
    refuted: "Dependencies do not order the steps: have each step add the next.",
    depends: "Dependencies order the steps only at times: have each step add the next.")

  static let operationLimit = Claim(
    id: "operation-limit", topic: .operations, guide: "introductions to operation queues",
    statement: "A queue whose maxConcurrentOperationCount is 4 runs four operations at the same "
      + "time, and never five.",
    rule: .each(
      of: "the side of the limit",
      [
        .held("never five", "operations/limit-of-4-holds"),
        .held("four, if each waits for the others", "operations/limit-of-4-is-reached"),
      ]),
    supported: "Set the limit to what the resource that the work uses can serve.",
    refuted: "The limit is not kept: wait for a semaphore before you add an operation.",
    depends: "The limit is a ceiling. Below it, the pool decides: for some time, operations that "
      + "block get no more threads than there are CPUs.")

  static let pipelineKeepsLimits = Claim(
    id: "pipeline-keeps-limits", topic: .operations, guide: "guides to loading images",
    statement: "In a pipeline of a download queue limited to 6 operations and a filter queue "
      + "limited to 2, each queue reaches its limit and never exceeds it.",
    rule: .each(
      of: "the stage",
      [
        ClaimCondition("downloads at once", most("downloads"), .within(6...6)),
        ClaimCondition("filters at once", most("filters"), .within(2...2)),
      ]),
    requirements: [.cpus(2)],
    supported: "One queue for each resource, with the resource's limit, is enough for a pipeline.",
    refuted: "The limits are not reached here: operations that wait hold the pool's threads. Make "
      + "downloads asynchronous.",
    depends: "Blocking downloads get no more threads than the pool has: make downloads "
      + "asynchronous.")

  private static func most(_ stage: String) -> ClaimFigure {
    .metric("operations/pipeline/operation-queues/items=64", "\(stage)_most")
  }
}
