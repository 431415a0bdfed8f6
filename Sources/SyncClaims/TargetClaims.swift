import BenchmarkAnalysis

/// The claims about targets, activation, global queues, the main queue, and queues as reader-writer
/// locks.
enum TargetClaims {
  static let all: [Claim] = [
    .targetLendsExclusion, .customQueuesEndAtGlobal, .idleThreadReused, .globalQueueStarts,
    .concurrentSyncsMeet, .inactiveQueueWaits, .targetAfterActivation, .mainThreadDeadlocks,
    .mainQueueHeldUp, .mainOperationQueue, .serialQueueAsReaderWriterLock,
  ]
}

extension Claim {
  static let targetLendsExclusion = Claim(
    id: "target-lends-exclusion", topic: .queues, guide: "guides to target queues",
    statement: "The items of queues that lead to one serial queue exclude each other, and, if they "
      + "are queued together, run on one thread.",
    rule: .all([
      .held("no two at the same time", "queues/target-chain-alone"),
      .held("six items of two queues, on one thread", "queues/target-shares-its-thread"),
    ]),
    requirements: [
      .condition(
        .held("queues without a common target", "queues/separate-queues-together"),
        otherwise: "queues without a common target did not run together, either")
    ],
    supported: "A common target is one lock and one thread for many queues: the cheapest way to "
      + "join parts of a program.",
    refuted: "A target gives less than it seems to: lock what the queues share.",
    depends: "The exclusion is certain, but the common thread is not: use no thread-local data.")

  static let customQueuesEndAtGlobal = Claim(
    id: "custom-queues-end-at-global", topic: .queues, guide: "introductions to queues",
    statement: "Every queue that a program makes leads to a global queue.",
    rule: .each(
      of: "how the queue is made",
      [
        .ended("serial, without a target", "serial-queue-is-on-global", .returned),
        .ended("concurrent, without a target", "concurrent-queue-is-on-global", .returned),
        .ended("with the global queue as its target", "targeted-queue-is-on-global", .returned),
      ]),
    supported: "A precondition that code is on the global queue holds in every item.",
    refuted: "A queue that a program makes leads to no global queue that a program can name.",
    depends: "Dispatch has two root queues for each class. A serial queue leads to the root queue "
      + "that may have more threads than there are CPUs, but `global()` returns the other: "
      + "`onQueue(.global())` traps.")

  static let idleThreadReused = Claim(
    id: "idle-thread-reused", topic: .pools, guide: "introductions to thread pools",
    statement: "A thread of the pool that has become idle runs the next item of any other queue.",
    rule: .all([
      .held("two items of two fresh queues", "queues/idle-thread-reused", .atLeast(0.9))
    ]),
    supported: "A queue costs no thread of its own: make as many as suit the design.",
    refuted: "Another thread may take the next item although one is idle: do not count on a warm "
      + "cache.",
    depends: "An idle thread takes the next item mostly, but not always: do not count on a warm "
      + "cache.")

  static let globalQueueStarts = Claim(
    id: "global-queue-starts-in-order", topic: .queues, guide: "introductions to global queues",
    statement: "The items of a global queue begin in the order of submission.",
    rule: .all([.held("200 items behind two held threads", "queues/global-queue-starts")]),
    requirements: [.cpus(2)],
    supported: "Rely on the order in which items begin, but not on the order in which they end.",
    refuted: "Two threads that take items in order may begin them in another order: do not rely on "
      + "which item begins first.",
    depends: "The order held only in some attempts: do not rely on it.")

  static let concurrentSyncsMeet = Claim(
    id: "concurrent-syncs-meet", topic: .barriers, guide: "guides to readers and writers",
    statement: "Readers that use `sync` of a concurrent queue run at the same time.",
    rule: .all([
      .held("two threads that stay until they meet", "queues/concurrent-sync-together")
    ]),
    supported: "Reads do not wait for each other. Each still pays for the queue: short reads are "
      + "cheaper behind a lock.",
    refuted: "Reads take turns: a serial queue does the same.",
    depends: "Reads ran together only at times: measure the gain.")

  static let inactiveQueueWaits = Claim(
    id: "inactive-queue-waits", topic: .queues, guide: "guides to a queue's life",
    statement: "A queue that was made inactive runs nothing until it is activated.",
    rule: .all([
      .held("its item, while an active queue ran another", "queues/inactive-queue-runs-nothing"),
      .ending(
        "launches in which items of inactive queues waited for their turn",
        "dispatch/queue-life/activate", [.returned]),
    ]),
    requirements: [
      .condition(
        .ending(
          "a queue that nothing holds", "dispatch/queue-life-control/unheld", [.brokeItsPromise]),
        otherwise: "the check does not see an item that runs too early")
    ],
    supported: "Set a queue up, with its target, before any of its items can run.",
    refuted: "Inactive queues run items: suspend instead.",
    depends: "An inactive queue does not always wait: suspend instead.")

  static let targetAfterActivation = Claim(
    id: "target-after-activation", topic: .queues, guide: "guides to target queues",
    statement: "Setting the target of an active queue ends the process.",
    rule: .each(
      of: "how the queue became active",
      [
        .ended("made active", "target-after-activation", .crashed),
        .ended("activated by activate()", "target-after-activate-call", .crashed),
      ]),
    requirements: [
      .condition(
        .ended("an inactive queue", "target-before-activation", .returned),
        otherwise: "an inactive queue's target can't be set, either")
    ],
    supported: "Give the target to the initialiser, or make the queue inactive first.",
    refuted: "The new target is accepted here, but is an error on Apple's systems: give the target "
      + "to the initialiser.",
    depends: "Some active queues accept a new target, and for others it ends the process: give the "
      + "target to the initialiser.")

  static let mainThreadDeadlocks = Claim(
    id: "main-thread-deadlocks", topic: .queues, guide: "warnings of deadlocks",
    statement: "The main thread must not wait for work of the main queue: the wait never returns, "
      + "or the process ends.",
    rule: .each(
      of: "how the thread waits",
      [
        .ended("main.sync", "main-sync-on-main-thread", .hung, .crashed),
        .ended(
          "group.wait, if an item of the main queue leaves the group", "group-wait-on-main-thread",
          .hung, .crashed),
      ]),
    requirements: [
      .condition(
        .ended("group.notify in its place", "group-notify-on-main-thread", .returned),
        otherwise: "the main queue does not run items here at all")
    ],
    supported: "Never wait on the main thread: use a notification.",
    refuted: "The main queue is served while its thread waits.",
    depends: "Some of the waits return and others do not: never wait on the main thread.")

  static let mainQueueHeldUp = Claim(
    id: "main-queue-held-up", topic: .queues, guide: "warnings of an unresponsive main thread",
    statement: "An item of 10 ms on the main queue delays all other items by as much.",
    // Busy work of 10 ms takes less time if the CPU's clock has become faster since the work was
    // calibrated, so the wait may be a quarter shorter.
    rule: .all([
      ClaimCondition(
        "the median wait of an item behind it",
        .metric("dispatch/main-queue-burst/main-async/items=1/block=10000000", "latency_p50_ns"),
        .atLeast(7_500_000)),
      ClaimCondition(
        "the same, behind an item of 0 ms",
        .metric("dispatch/main-queue-burst/main-async/items=1/block=0", "latency_p50_ns"),
        .atMost(2_500_000)),
    ]),
    supported: "Keep items of the main queue short: at 60 Hz, a frame has 16 ms in all.",
    refuted: "A long item does not delay others here: keep items short all the same.",
    depends: "Only one of the two waits is as expected: measure again on a quiet machine.")

  static let mainOperationQueue = Claim(
    id: "main-operation-queue", topic: .operations, guide: "introductions to operation queues",
    statement: "The operations of OperationQueue.main run on the main thread, one at a time.",
    rule: .all([
      .ending(
        "launches in which each operation ran on the first thread",
        "dispatch/main-queue/main-operation-queue", [.returned]),
      .ending(
        "launches in which 100 operations ran there in their order",
        "dispatch/main-queue-burst/main-operation-queue/items=100/block=0", [.returned]),
    ]),
    supported: "It may be used in place of the main queue, at about eight times the cost of an "
      + "item in a burst.",
    refuted: "Use the main queue itself.",
    depends: "Some operations ran elsewhere: use the main queue itself.")

  static let serialQueueAsReaderWriterLock = Claim(
    id: "serial-queue-as-reader-writer-lock", topic: .barriers,
    guide: "guides to thread-safe properties",
    statement:
      "A serial queue with `sync` reads and `async` writes is as good a reader-writer lock "
      + "as a concurrent queue with barriers: it costs no more.",
    rule: .each(
      of: "the share of reads",
      [500, 900, 990].map { permille in
        ClaimCondition(
          "\(Double(permille) / 10) %",
          .costRatio(
            mix("serial-queue-async", permille),
            over: mix("concurrent-queue-barrier-async", permille)), .atMost(1))
      }),
    requirements: [.cpus(2)],
    supported: "For short sections take the serial queue: it is simpler, and a concurrent queue's "
      + "bookkeeping is not won back.",
    refuted: "Reads that run together gain more than the concurrent queue costs: take the "
      + "concurrent queue.",
    depends: "The result depends on the share of reads: measure with the share that your program "
      + "has.")

  private static func mix(_ primitive: String, _ permille: Int) -> String {
    "barrier/read-mix/\(primitive)/threads=2/read-permille=\(permille)/inside=0"
  }
}
