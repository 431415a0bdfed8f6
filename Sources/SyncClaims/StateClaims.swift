import BenchmarkAnalysis

/// The claims about the ends of operations, and about cancelling, order and limits.
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
        "attempts in which it ran after a state change that was told",
        "operations/told-finish-frees-dependant"),
    ]),
    supported: "Call willChangeValue and didChangeValue around each change, on Linux too, though "
      + "there is no key-value observing: Operation itself listens.",
    refuted: "The queue looks by itself: telling is for observers of one's own.",
    depends: "It is noticed at times: tell each change.")

  static let operationCancelDoesNotStop = Claim(
    id: "operation-cancel-does-not-stop", topic: .operations,
    guide: "introductions to operation queues",
    statement: "Cancelling an operation stops nothing that runs.",
    rule: .all([
      .held(
        "an operation that is let go on after it was cancelled",
        "operations/dependent-of-cancelled-while-running"),
      .ending(
        "launches in which cancelled operations were left out, and begun ones ended",
        "operations/cancel/operation-cancel/items=64", [.returned]),
    ]),
    supported: "Look at isCancelled between the steps of a long operation.",
    refuted: "A running operation can be ended from outside: keep data whole at every step.",
    depends: "Whether it goes on is not certain: look, and keep data whole.")

  static let cancellingHandedOn = Claim(
    id: "cancelling-handed-on", topic: .operations, guide: "guides to chains of operations",
    statement: "Operations that look whether the one before was cancelled hand the cancelling on "
      + "through a chain, for at most a tenth more a link.",
    rule: .all([
      .held("8 links, the first cancelled: none worked", "operations/chain-hands-cancelling-on"),
      ClaimCondition(
        "a link that looks, over one that does not",
        .costRatio(
          "operations/chain/looking-operation/length=64",
          over: "operations/chain/block-operation/length=64"), .atMost(1.1)),
    ]),
    supported: "Look at the dependencies at the start of `main`: Foundation hands nothing on.",
    refuted: "Looking does not reach the whole chain, or costs more: cancel each operation.",
    depends: "The look has a price: cancel the queue if all of it is to go.")

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
    refuted: "The two differ: take the cheaper one where a round is short.",
    depends: "They differ for some numbers of operations: measure with the program's own.")

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
    refuted: "Dependencies are not kept: have each step add the next.",
    depends: "They are mostly kept, which is not enough: have each step add the next.")

  static let operationLimit = Claim(
    id: "operation-limit", topic: .operations, guide: "introductions to operation queues",
    statement: "A queue whose maxConcurrentOperationCount is 4 runs four operations at once, and "
      + "never five.",
    rule: .each(
      of: "the side of the limit",
      [
        .held("never five", "operations/limit-of-4-holds"),
        .held("four, if each waits for the others", "operations/limit-of-4-is-reached"),
      ]),
    supported: "Set the limit to what the work's resource bears.",
    refuted: "The limit is not kept: use a semaphore before adding.",
    depends:
      "The limit is a ceiling. Below it, the pool decides: operations that block get no more "
      + "threads than there are CPUs for some time.")

  static let pipelineKeepsLimits = Claim(
    id: "pipeline-keeps-limits", topic: .operations, guide: "guides to loading images",
    statement: "Of a pipeline of a download queue of 6 and a filter queue of 2, each queue keeps "
      + "its limit and reaches it.",
    rule: .each(
      of: "the stage",
      [
        ClaimCondition("downloads at once", most("downloads"), .within(6...6)),
        ClaimCondition("filters at once", most("filters"), .within(2...2)),
      ]),
    requirements: [.cpus(2)],
    supported: "A queue for each resource with the resource's limit is a whole pipeline.",
    refuted: "The limits are not reached here: operations that wait hold the pool's threads. Make "
      + "downloads asynchronous.",
    depends: "Blocking downloads reach no more threads than the pool gives: make downloads "
      + "asynchronous.")

  private static func most(_ stage: String) -> ClaimFigure {
    .metric("operations/pipeline/operation-queues/items=64", "\(stage)_most")
  }
}
