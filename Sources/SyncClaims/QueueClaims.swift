import BenchmarkAnalysis

/// The claims about queues, in the order in which they are shown.
enum QueueClaims {
  static let all: [Claim] = [
    .syncOnCallersThread, .asyncsThenSync, .callerTakesDrainedQueue, .syncLendsQoS,
    .serialQueueOneAtATime, .concurrentQueueStarts, .concurrentQueueFinishes, .mainQueueThread,
    .otherQueuesPromiseNoThread, .targetChainSerialises, .syncOnOwnQueue, .syncsOnEachOther,
    .serialQueueForReadsAndWrites,
  ]
}

extension Claim {
  static let syncOnCallersThread = Claim(
    id: "sync-on-callers-thread", topic: .queues, guide: "introductions to queues",
    statement: "On any queue but the main one, `sync` runs its block on the thread that called it, "
      + "whether the thread had to wait or not.",
    rule: .all([
      .held("a free serial queue", "queues/sync-on-free-serial-queue"),
      .held("a serial queue that is busy", "queues/sync-on-busy-serial-queue"),
      .held("a concurrent queue behind a barrier", "queues/sync-behind-barrier"),
      .held("a global queue", "queues/sync-on-global-queue"),
    ]),
    supported: "A `sync` costs no thread of its own, and inside the block, all that belongs to a "
      + "thread, such as thread-locals and the nice value, is the caller's.",
    refuted: "Do not rely on the caller's thread inside the block: pass in what the block needs.",
    depends: "Now and then the block ran on another thread: pass in what the block needs, and find "
      + "out on which queue this happened.")

  static let asyncsThenSync = Claim(
    id: "asyncs-then-sync-order", topic: .queues, guide: "introductions to queues",
    statement: "Two asyncs and then a sync, by one thread on one serial queue, run in this order.",
    rule: .all([.held("async, async, sync", "queues/sync-behind-asyncs-order")]),
    supported: "When a `sync` returns, all earlier items of the thread on the queue have "
      + "finished: an empty `sync` waits for a serial queue.",
    refuted: "A `sync` may overtake asyncs: wait for earlier items with a group instead.",
    depends: "The order does not always hold: wait for earlier items with a group.")

  static let callerTakesDrainedQueue = Claim(
    id: "caller-takes-drained-queue", topic: .queues,
    guide: "descriptions of how Dispatch works inside",
    statement: "A thread of the pool runs the queued asyncs, and then hands the drained queue over "
      + "to the caller of a waiting sync, which runs the block itself.",
    rule: .all([.held("async, async, sync", "queues/sync-takes-drained-queue")]),
    requirements: [.cpus(2)],
    supported: "A contended `sync` costs two hand-overs between threads, but no new thread: if "
      + "time matters, do not call `sync` on queues that are busy with asyncs.",
    refuted: "The queue is not handed over so: take the cost of a `sync` behind asyncs from the "
      + "workload `sync/shared`, not from this description.",
    depends: "The queue is handed over only at times: measure what a `sync` behind asyncs costs on "
      + "the target machine.")

  static let syncLendsQoS = Claim(
    id: "sync-lends-qos", topic: .queues, guide: "guides to quality of service",
    statement: "A `sync` runs at its caller's quality of service, and lends it to the items that "
      + "it waits for.",
    rule: .each(
      of: "the work",
      [
        ClaimCondition(
          "the block itself runs at its caller's nice value",
          .metric("qos/overrides/sync-from-higher", "follows_guides"), .always),
        .held("items queued before it are raised", "queues/sync-raises-items-ahead"),
      ]),
    requirements: [
      .condition(
        ClaimCondition(
          "a background thread", .metric("qos/overrides/sync-from-lower", "nice_seen"), .atLeast(1)),
        otherwise: "background threads have no nice value of their own here")
    ],
    supported: "An urgent thread may `sync` on a queue of a lower class: the work before it is "
      + "raised for as long as it waits.",
    refuted: "Nothing is lent: give a queue the class of the most urgent thread that calls it.",
    depends: "The block runs on the caller's thread, and so at the caller's nice value. If nothing "
      + "is lent to the items ahead, an urgent caller waits for background work: give such a queue "
      + "the caller's class from the start.")

  static let serialQueueOneAtATime = Claim(
    id: "serial-queue-one-at-a-time", topic: .queues, guide: "introductions to queues",
    statement: "A serial queue runs one item at a time, in the order in which each thread "
      + "submitted its own.",
    rule: .all([
      .held("order", "queues/serial-queue-order"),
      .held("one at a time", "queues/serial-queue-alone"),
    ]),
    requirements: [
      .cpus(2),
      .concurrentQueue(
        otherwise: "items of a concurrent queue did not run together in all attempts, so exclusion "
          + "proves nothing"),
    ],
    supported: "State that only items of one serial queue touch needs no lock.",
    refuted: "State behind a serial queue needs a lock as well.",
    depends: "At least once, items ran together or out of order: protect the state with a lock.")

  static let concurrentQueueStarts = Claim(
    id: "concurrent-queue-starts-in-order", topic: .queues, guide: "introductions to queues",
    statement: "The items of a concurrent queue begin in the order in which they were submitted.",
    rule: .all([.held("200 items on two CPUs", "queues/concurrent-queue-starts")]),
    requirements: [.cpus(2)],
    supported: "The first statements of the items may count on the order of submission.",
    refuted: "Items are taken in order, but the threads that took them race to the first "
      + "statement: count on no order at all, not even of beginnings.",
    depends: "The order holds only now and then: count on no order.")

  static let concurrentQueueFinishes = Claim(
    id: "concurrent-queue-finishes-in-any-order", topic: .queues, guide: "introductions to queues",
    statement: "An item of a concurrent queue may finish before one that was submitted earlier.",
    rule: .all([
      .held("a second item that ends before the first", "queues/concurrent-queue-finishes")
    ]),
    requirements: [.cpus(2)],
    supported: "Collect results by index or under a lock: their order of arrival means nothing.",
    refuted: "The queue never overlapped two items here: check how many CPUs the process may use.",
    depends: "Items overlap, but not each time, because the pool has too few threads or the "
      + "machine too few CPUs: let no item wait for a later one.")

  static let mainQueueThread = Claim(
    id: "main-queue-thread", topic: .queues, guide: "introductions to queues",
    statement: "The items of the main queue run on the process's first thread.",
    rule: .each(
      of: "who serves the main queue",
      [
        .held("a run loop on the first thread", "queues/main-queue-in-run-loop"),
        .ending(
          "after dispatchMain(): launches that an item ended because it ran on another thread",
          "behaviour/ends/main-queue-under-dispatch-main", [.crashed], .never),
      ]),
    supported: "Code that must have the first thread may go to the main queue.",
    refuted: "The main queue is only a serial queue here: what must have the first thread has to "
      + "be handed to it in another way.",
    depends: "A first thread in a run loop runs the items. On Linux, `dispatchMain()`, which an "
      + "asynchronous `main` calls, retires the first thread: the pool's threads then run the main "
      + "queue, one at a time, so never assert the first thread there.")

  static let otherQueuesPromiseNoThread = Claim(
    id: "other-queues-promise-no-thread", topic: .queues, guide: "introductions to queues",
    statement: "A queue other than the main one promises no thread: two items of one serial queue "
      + "may run on different threads.",
    rule: .all([.held("a serial queue whose thread is busy", "queues/serial-queue-changes-threads")]
    ),
    supported: "Keep nothing in thread-locals between items of a queue, and take no lock in one "
      + "item to release it in another.",
    refuted: "The queue kept its thread here, but nothing promises that: keep nothing in "
      + "thread-locals between items of a queue.",
    depends: "The queue changes its thread now and then: keep nothing in thread-locals between "
      + "items.")

  static let targetChainSerialises = Claim(
    id: "target-chain-serialises", topic: .queues, guide: "guides to target queues",
    statement: "Queues whose targets lead to one serial queue never run two items at the same "
      + "time, which queues without a common target do.",
    rule: .all([
      .held("queues that lead to one", "queues/target-chain-alone"),
      .held("queues without a common target", "queues/separate-queues-together"),
    ]),
    requirements: [.cpus(2)],
    supported: "Give the queues of a subsystem one serial target: each queue keeps its name and "
      + "class, and items of all queues exclude each other.",
    refuted: "A common target excludes nothing here, or separate queues exclude each other: use a "
      + "lock.",
    depends: "The claim failed at least once: protect shared state with a lock, not with a chain "
      + "of targets.")

  static let syncOnOwnQueue = Claim(
    id: "sync-on-own-queue-deadlocks", topic: .queues, guide: "introductions to queues",
    statement: "`sync` from an item of a serial queue on that same queue never returns.",
    rule: .all([.ended("how the process ends", "sync-on-own-queue", .hung)]),
    supported: "A mistake of this kind shows as a program that stands still: look for the queue's "
      + "name twice in one thread's backtrace.",
    refuted: "The call does not hang. If the evidence is a signal, Dispatch detected that the "
      + "thread owns the queue and ended the process at the call: the backtrace shows the call. "
      + "Never call `sync` on a queue that the caller may be running on.",
    depends: "Only some launches hang: never call `sync` on a queue that the caller may be running "
      + "on.")

  static let syncsOnEachOther = Claim(
    id: "syncs-on-each-other-deadlock", topic: .queues, guide: "introductions to queues",
    statement: "Items of two serial queues that each `sync` on the other's queue never return.",
    rule: .all([.ended("how the process ends", "sync-on-each-other", .hung)]),
    requirements: [.cpus(2)],
    supported: "Nothing detects a deadlock of two queues: let `sync` go in one direction only, as "
      + "locks are taken in one order.",
    refuted: "The two do not wait for ever here: the evidence says how they ended. Let `sync` go "
      + "in one direction only all the same.",
    depends: "The result depends on which item is first: let `sync` go in one direction only.")

  static let serialQueueForReadsAndWrites = Claim(
    id: "serial-queue-for-reads-and-writes", topic: .queues, guide: "introductions to queues",
    statement: "For simple reads and writes a private serial queue is the best choice: `sync` on "
      + "it costs no more than `Mutex`.",
    rule: .each(
      of: "threads, the share of reads and the section's length",
      [
        ReadMix(threads: 1, readPermille: 0), ReadMix(threads: 1, readPermille: 1000),
        ReadMix(threads: 2, readPermille: 500), ReadMix(threads: 2, readPermille: 900),
        ReadMix(threads: 2, readPermille: 900, inside: 1000),
      ].map { $0.condition("serial-queue-sync", costsAtMost: "mutex") }),
    requirements: [.cpus(2)],
    supported: "Protect simple state with a private serial queue: `Mutex` is no cheaper here.",
    refuted: "Protect simple state with a lock: `sync` costs several times as much even with one "
      + "thread, and far more if threads contend.",
    depends: "Use the queue only at the settings at which the claim holds; at all others a lock is "
      + "cheaper.")
}
