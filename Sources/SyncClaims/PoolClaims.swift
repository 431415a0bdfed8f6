import BenchmarkAnalysis

/// The claims about pools, in the order in which they are shown.
enum PoolClaims {
  static let all: [Claim] = [
    .poolOf64Threads, .blockedThreadsReplaced, .threadExplosion, .limitedOperationQueue,
    .privateConcurrentQueues, .poolSavesThreads, .thousandsOfThreads,
  ]
}

extension Claim {
  static let poolOf64Threads = Claim(
    id: "pool-of-64-threads", topic: .pools,
    guide: "write-ups of Dispatch's limits, measured on Apple's systems",
    statement: "Dispatch never runs more than 64 items of a process at the same time, each on a "
      + "thread of its own.",
    rule: .all([
      ClaimCondition(
        "attempts in which 80 serial queues had more than 64 items running",
        .held("pools/serial-queues-pass-64"), .never)
    ]),
    supported: "No program gets more than 64 threads from Dispatch: if 64 items block, no other "
      + "item runs.",
    refuted: "The limit of 64 is that of another system. Each serial queue can have a thread, up "
      + "to a limit far above 64. A global queue starts with about as many threads as CPUs, and "
      + "gets one more each second while its items stay blocked.",
    depends: "Only some attempts had more than 64 items running: design for fewer, and do not "
      + "count on the limit.")

  static let blockedThreadsReplaced = Claim(
    id: "blocked-threads-replaced", topic: .pools,
    guide: "guides to the thread pools behind queues",
    statement: "When items on a global queue block their threads, Dispatch adds a thread at least "
      + "every two seconds.",
    rule: .all([
      ClaimCondition(
        "threads per second, after the first 0.1 s",
        .metric("pool/first-second/global-queue/items=1000", "threads_per_s"), .atLeast(0.5))
    ]),
    supported: "Items that block a few threads for a while do not stop the pool for good, but each "
      + "additional thread may take a second to start.",
    refuted: "Nothing replaces a blocked thread: as many blocking items as CPUs stop the whole "
      + "pool.",
    depends: "Whether Dispatch adds a thread soon is chance: do not rely on it for items that "
      + "block.")

  static let threadExplosion = Claim(
    id: "thread-explosion", topic: .pools, guide: "warnings of thread explosion",
    statement: "A thousand blocking items lead to at least 900 threads within a second.",
    rule: .each(
      of: "where the items are submitted",
      [
        ClaimCondition(
          "a global queue", .metric("pool/first-second/global-queue/items=1000", "threads_max"),
          .atLeast(900)),
        ClaimCondition(
          "an operation queue without a limit",
          .metric("pool/first-second/operation-queue/items=1000", "threads_max"), .atLeast(900)),
        ClaimCondition(
          "a thousand serial queues",
          .metric("pool/first-second/serial-queues/items=1000", "threads_max"), .atLeast(900)),
      ]),
    supported: "Never let many items block at the same time: limit them, or make them "
      + "asynchronous.",
    refuted: "Nothing here gets a thousand threads. A global or an operation queue stands still "
      + "with about as many threads as CPUs, and gets one more each second; many serial queues get "
      + "a few hundred. Items that wait for later items wait for a long time, or for ever.",
    depends: "Some kinds of queue get so many threads and others stand still: find out which kind "
      + "you use.")

  static let limitedOperationQueue = Claim(
    id: "limited-operation-queue", topic: .pools,
    guide: "warnings of thread explosion, with their remedies",
    statement: "An operation queue limited to as many operations as CPUs at least halves the "
      + "threads that blocking work takes in its first 30 ms.",
    rule: .each(
      of: "what would run the 64 items otherwise",
      [
        ClaimCondition(
          "serial queues, one for each item", .threads(over: "serial-queues"), .atMost(0.5)),
        ClaimCondition(
          "an operation queue without a limit", .threads(over: "operation-queue"), .atMost(0.5)),
        ClaimCondition("a global queue", .threads(over: "global-queue"), .atMost(0.5)),
      ]),
    supported: "Put work that blocks on an operation queue with a limit.",
    refuted: "The limit saves no threads, because there is no explosion to avoid: set the limit "
      + "that the work needs, not one that spares the pool.",
    depends: "A limit saves threads in comparison with many serial queues. In comparison with one "
      + "operation queue or a global queue it saves none, because the pool itself limits these "
      + "queues.")

  static let privateConcurrentQueues = Claim(
    id: "private-concurrent-queues", topic: .pools, guide: "advice to use few queues",
    statement: "Many private concurrent queues mean many threads: in their first 30 ms, 64 queues "
      + "with one blocking item each take at least twice as many threads as one queue with 64.",
    rule: .all([
      ClaimCondition(
        "threads of 64 queues, over those of one",
        .ratio(
          "pool/explosion/concurrent-queues/items=64",
          over: "pool/explosion/concurrent-queue/items=64", "threads_max"), .atLeast(2))
    ]),
    supported: "Use the global queues, or few of your own, for concurrent work.",
    refuted: "Private concurrent queues share one pool: make as many as suit the design. Only "
      + "serial queues can take a thread each.",
    depends: "Private concurrent queues take somewhat more threads: count the threads of your "
      + "program.")

  static let poolSavesThreads = Claim(
    id: "pool-saves-threads", topic: .pools, guide: "introductions to thread pools",
    statement: "A pool saves the cost of making threads: an item given to a pool costs at most "
      + "half as much as making and joining a thread.",
    rule: .each(
      of: "what is waited for",
      [
        ClaimCondition(
          "one of 64 items of a group, over a thread made and joined alone",
          .costRatio("dispatch/fan-out/group-async/items=64", over: "threads/create/pthread-join"),
          .atMost(0.5)),
        ClaimCondition(
          "a single item that is waited for, over a thread made and joined on any CPU",
          .costRatio(
            "sync/alone/concurrent-queue-async-wait/inside=0",
            over: "threads/create-anywhere/pthread-join"), .atMost(0.5)),
      ]),
    supported: "Give work to a pool; use a thread of its own only for long-running work.",
    refuted: "Making a thread costs about as much as waking one of a pool: choose by what is "
      + "simpler.",
    depends: "If many items are in flight, a pool saves most of the cost. If each item is waited "
      + "for, waking an idle thread of the pool on another CPU costs about as much as making a "
      + "thread: the wait is expensive, not the thread.")

  static let thousandsOfThreads = Claim(
    id: "thousands-of-threads", topic: .pools, guide: "warnings of too many threads",
    statement: "With thousands of threads, context switches use up most of the machine: the same "
      + "work takes at least twice as long as with one thread per CPU.",
    rule: .each(
      of: "how long each of 2000 threads runs before the next",
      [
        ClaimCondition("1 µs", .crowd("yielding", "/piece=1000"), .atLeast(2)),
        ClaimCondition("10 µs", .crowd("yielding", "/piece=10000"), .atLeast(2)),
        ClaimCondition("until the kernel takes its CPU", .crowd("busy", ""), .atLeast(2)),
      ]),
    requirements: [.cpus(2)],
    supported: "Keep the number of runnable threads near the number of CPUs, whatever the threads "
      + "do.",
    refuted: "Switching between thousands of threads costs little here: their number is limited "
      + "only by memory, and by the time that each waits for its turn.",
    depends: "The cost depends on how often threads switch, not on how many there are. Thousands "
      + "of threads that run until the kernel takes their CPU cost little more than two; thousands "
      + "that wait or yield every microsecond waste most of the machine.")
}

extension ClaimFigure {
  /// The most threads that 64 blocking items took on a limited operation queue, relative to the
  /// most threads with `submitter`.
  fileprivate static func threads(over submitter: String) -> ClaimFigure {
    .ratio(
      "pool/explosion/operation-queue-limited/items=64",
      over: "pool/explosion/\(submitter)/items=64", "threads_max")
  }
}

extension ClaimFigure {
  /// The cost of an operation with 2000 threads on two CPUs, relative to the cost with two threads
  /// that never yield.
  fileprivate static func crowd(_ primitive: String, _ piece: String) -> ClaimFigure {
    .costRatio(
      "threads/crowd/\(primitive)/cpus=2/threads=2000\(piece)",
      over: "threads/crowd/busy/cpus=2/threads=2")
  }
}
