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
      + "whether it had to wait or not.",
    rule: .all([
      .held("a free serial queue", "queues/sync-on-free-serial-queue"),
      .held("a serial queue that is busy", "queues/sync-on-busy-serial-queue"),
      .held("a concurrent queue behind a barrier", "queues/sync-behind-barrier"),
      .held("a global queue", "queues/sync-on-global-queue"),
    ]),
    supported: "A `sync` costs no thread of its own, and what belongs to a thread, such as its "
      + "locals and its nice value, is the caller's inside the block.",
    refuted: "Do not rely on the caller's thread inside the block: pass in what the block needs.",
    depends: "Now and then the block ran elsewhere: pass in what it needs, and look at which queue "
      + "it was.")

  static let asyncsThenSync = Claim(
    id: "asyncs-then-sync-order", topic: .queues, guide: "introductions to queues",
    statement: "Two asyncs and then a sync, by one thread on one serial queue, run in this order.",
    rule: .all([.held("async, async, sync", "queues/sync-behind-asyncs-order")]),
    supported: "When a `sync` returns, everything that this thread submitted to the queue before "
      + "it is done: an empty `sync` waits for a serial queue.",
    refuted: "A `sync` may overtake: wait for earlier items by a group instead.",
    depends: "Mostly in order is not in order: wait for earlier items by a group.")

  static let callerTakesDrainedQueue = Claim(
    id: "caller-takes-drained-queue", topic: .queues,
    guide: "descriptions of how Dispatch works inside",
    statement: "A thread of the pool runs the asyncs that are queued, and then hands the drained "
      + "queue over to the caller of a waiting sync, who runs the block itself.",
    rule: .all([.held("async, async, sync", "queues/sync-takes-drained-queue")]),
    requirements: [.cpus(2)],
    supported: "A contended `sync` pays for two hand-overs between threads and not for a thread: "
      + "keep `sync` off queues that are busy with asyncs where time counts.",
    refuted: "The queue stays with one side: what a `sync` costs behind asyncs is measured by "
      + "`sync/shared`, not derived from this picture.",
    depends: "Both happen: measure what a `sync` behind asyncs costs on the target machine.")

  static let syncLendsQoS = Claim(
    id: "sync-lends-qos", topic: .queues, guide: "guides to quality of service",
    statement: "A `sync` runs at its caller's quality of service, and lends it to the items that "
      + "it waits for.",
    rule: .each(
      of: "whose work it is",
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
    refuted: "Give a queue that urgent threads call the class of the most urgent one: nothing is "
      + "lent.",
    depends: "The block runs on the caller's thread and so at its nice value, but where nothing is "
      + "lent to the items ahead an urgent caller waits for background work: give such a queue the "
      + "caller's class from the start.")

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
        otherwise: "not even items of a concurrent queue ran together, so nothing could be seen"),
    ],
    supported: "State that only items of one serial queue touch needs no lock.",
    refuted: "State behind a serial queue needs a lock as well.",
    depends: "It failed at least once, which is once too often: protect the state by a lock.")

  static let concurrentQueueStarts = Claim(
    id: "concurrent-queue-starts-in-order", topic: .queues, guide: "introductions to queues",
    statement: "The items of a concurrent queue begin in the order in which they were submitted.",
    rule: .all([.held("200 items on two CPUs", "queues/concurrent-queue-starts")]),
    requirements: [.cpus(2)],
    supported: "The first lines of the items may count on the order of submission.",
    refuted: "Items are taken in order, but the threads that took them race to the first line: "
      + "count on no order at all, not even of beginnings.",
    depends: "The order holds only now and then: count on none.")

  static let concurrentQueueFinishes = Claim(
    id: "concurrent-queue-finishes-in-any-order", topic: .queues, guide: "introductions to queues",
    statement: "An item of a concurrent queue may finish before one that was submitted earlier.",
    rule: .all([.held("a second item before the first", "queues/concurrent-queue-finishes")]),
    requirements: [.cpus(2)],
    supported: "Collect results by index or under a lock: their order of arrival means nothing.",
    refuted: "The queue never overlapped two items here: see how many CPUs the process may use.",
    depends: "Items overlap, but not each time: the pool is short of threads or the machine of "
      + "CPUs, so let no item wait for a later one.")

  static let mainQueueThread = Claim(
    id: "main-queue-thread", topic: .queues, guide: "introductions to queues",
    statement: "The items of the main queue run on the process's first thread.",
    rule: .each(
      of: "who serves the main queue",
      [
        .held("a run loop on the first thread", "queues/main-queue-in-run-loop"),
        .ending(
          "after dispatchMain(), an item that ends its process where it is on another thread",
          "behaviour/ends/main-queue-under-dispatch-main", [.crashed], .never),
      ]),
    supported: "Code that must have the first thread may go to the main queue.",
    refuted: "The main queue is only a serial queue here: what must have the first thread has to "
      + "be handed to it in another way.",
    depends: "Where the first thread sits in a run loop it runs the items. `dispatchMain()` "
      + "retires it on Linux, and an asynchronous `main` calls that: the pool's threads then run "
      + "the main queue, one at a time, so never assert the first thread there.")

  static let otherQueuesPromiseNoThread = Claim(
    id: "other-queues-promise-no-thread", topic: .queues, guide: "introductions to queues",
    statement: "A queue other than the main one promises no thread: two items of one serial queue "
      + "may run on different threads.",
    rule: .all([.held("a serial queue whose thread is busy", "queues/serial-queue-changes-threads")]
    ),
    supported: "Keep nothing in thread-locals between items of a queue, and take no lock in one "
      + "item to release it in another.",
    refuted: "The queue kept its thread here. Nothing promises that: still keep nothing in "
      + "thread-locals between items.",
    depends: "The queue changes its thread now and then: keep nothing in thread-locals between "
      + "items.")

  static let targetChainSerialises = Claim(
    id: "target-chain-serialises", topic: .queues, guide: "guides to target queues",
    statement: "Queues whose targets lead to one serial queue never run two items at the same "
      + "time, which they would do without it.",
    rule: .all([
      .held("queues that lead to one", "queues/target-chain-alone"),
      .held("queues without a common target", "queues/separate-queues-together"),
    ]),
    requirements: [.cpus(2)],
    supported: "Give the queues of a subsystem one serial target: each keeps its name and class, "
      + "and one lock's worth of exclusion holds for all.",
    refuted: "A common target excludes nothing here, or separate queues exclude each other: use a "
      + "lock.",
    depends: "It failed at least once: protect shared state by a lock, not by a chain of targets.")

  static let syncOnOwnQueue = Claim(
    id: "sync-on-own-queue-deadlocks", topic: .queues, guide: "introductions to queues",
    statement: "`sync` from an item of a serial queue on that same queue never returns.",
    rule: .all([.ended("how the process ends", "sync-on-own-queue", .hung)]),
    supported: "A mistake of this kind shows as a program that stands still: look for the queue's "
      + "name twice in one thread's backtrace.",
    refuted: "The call does not hang. Where the evidence is a signal, Dispatch saw that the thread "
      + "owns the queue and ended the process at the call: the backtrace names the culprit. Never "
      + "call `sync` where the queue may be one's own.",
    depends: "It ends in more than one way: never call `sync` where the queue may be one's own.")

  static let syncsOnEachOther = Claim(
    id: "syncs-on-each-other-deadlock", topic: .queues, guide: "introductions to queues",
    statement: "Items of two serial queues that each `sync` on the other's queue never return.",
    rule: .all([.ended("how the process ends", "sync-on-each-other", .hung)]),
    requirements: [.cpus(2)],
    supported: "Nothing finds a deadlock of two queues out: let `sync` go in one direction only, "
      + "as locks are taken in one order.",
    refuted: "The two do not wait for ever here: see in the evidence what became of them, and "
      + "still let `sync` go in one direction only.",
    depends: "It depends on who comes first: let `sync` go in one direction only.")

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
    supported: "Protect simple state by a private serial queue: no lock is cheaper here.",
    refuted: "Protect simple state by a lock: `sync` costs several times as much even alone, and "
      + "far more where threads meet.",
    depends: "Use the queue only where it holds; elsewhere a lock is cheaper.")
}
