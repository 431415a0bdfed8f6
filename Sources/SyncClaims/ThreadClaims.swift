import BenchmarkAnalysis

/// The claims about threads: number, cost, and items that block.
enum ThreadClaims {
  static let all: [Claim] = [
    .blockingStarvesTasks, .threadsByHand, .threadStack, .sixtyFourThreads, .noMoreThanCPUs,
    .barriersAgainstExplosion, .semaphoreLimits, .tasksOnDispatch, .cancelledTaskGoesOn,
    .cancellationLookIsCheap, .sleepingRetryHoldsThread, .unfairLockOwner,
  ]
}

extension Claim {
  static let blockingStarvesTasks = Claim(
    id: "blocking-starves-tasks", topic: .pools, guide: "guides to Swift concurrency",
    statement: "Tasks that block their threads starve the others: with one such task on each CPU "
      + "no further task starts for a second and more.",
    rule: .all([
      ClaimCondition(
        "the next task's start, behind tasks that wait on a futex",
        .metric("tasks/blocked-longer/futex/width=2/tasks=4", "next_start_ns"),
        .atLeast(1_000_000_000)),
      ClaimCondition(
        "the same, behind tasks that are suspended",
        .metric("tasks/blocked-longer/continuation/width=2/tasks=4", "next_start_ns"),
        .atMost(100_000_000)),
    ]),
    requirements: [.cpus(2)],
    supported: "Never wait in a task by a semaphore, a group or a condition: suspend.",
    refuted: "The pool gives a blocked task's place to another: waiting costs a thread only.",
    depends: "It depends on how long is waited: suspend instead.")

  static let threadsByHand = Claim(
    id: "threads-by-hand-are-slower", topic: .loops, guide: "introductions to queues",
    statement: "Threads that are managed by hand are slower than the pool: a loop over them takes "
      + "longer than concurrentPerform.",
    rule: .each(
      of: "the threads and the length of an iteration",
      [("static", 100), ("static", 10_000), ("counter", 100), ("counter", 10_000)].map {
        (sharing: String, grain: Int) in
        let sizes = "width=2/grain=\(grain)/iterations=\(grain == 100 ? 10_000 : 100)"
        return ClaimCondition(
          "\(sharing == "static" ? "equal parts" : "a shared counter"), \(grain) ns",
          .ratio(
            "concurrent-perform/compute/threads-\(sharing)/\(sizes)",
            over: "concurrent-perform/compute/concurrent-perform/\(sizes)", "ns_per_iteration"),
          .atLeast(1))
      }),
    requirements: [.cpus(2)],
    supported: "Leave threads to the pool.",
    refuted: "Threads that wait for their part are no slower: it is making them that costs.",
    depends: "It depends on how long an iteration is, and on who hands out the parts.")

  static let threadStack = Claim(
    id: "thread-costs-8-kib", topic: .pools, guide: "tables of what a thread costs",
    statement: "A thread costs about 8 KiB of memory.",
    rule: .all([
      ClaimCondition(
        "resident KiB for each of 64 blocked threads",
        .metric("pool/explosion/serial-queues/items=64", "kib_per_thread"), .within(6...10))
    ]),
    supported: "A thousand idle threads cost 8 MiB.",
    refuted:
      "The figure is of another system. What a thread touches is resident, here some 20 KiB; "
      + "what is reserved for its stack is not.",
    depends: "It is of that order.")

  static let sixtyFourThreads = Claim(
    id: "sixty-four-threads-collapse", topic: .pools, guide: "warnings of too many threads",
    statement:
      "From 64 threads on, throughput collapses by switching: the same work takes at least "
      + "twice as long as with one thread a CPU.",
    rule: .each(
      of: "how long each thread runs before the next",
      [("1 µs", 1_000), ("10 µs", 10_000)].map { (label: String, piece: Int) in
        ClaimCondition(
          label,
          .costRatio(
            "threads/crowd/yielding/cpus=2/threads=64/piece=\(piece)",
            over: "threads/crowd/busy/cpus=2/threads=2"), .atLeast(2))
      } + [
        ClaimCondition(
          "until the kernel takes its CPU",
          .costRatio(
            "threads/crowd/busy/cpus=2/threads=64", over: "threads/crowd/busy/cpus=2/threads=2"),
          .atLeast(2))
      ]),
    requirements: [.cpus(2)],
    supported: "Keep runnable threads near the number of CPUs.",
    refuted: "Sixty-four threads that run cost little more than two: it is waiting for each other "
      + "that costs, not the number.",
    depends: "It is how often threads switch that costs, not how many there are.")

  static let noMoreThanCPUs = Claim(
    id: "no-more-than-cpus-execute", topic: .pools, guide: "introductions to concurrency",
    statement: "No more threads execute at one time than there are CPUs.",
    rule: .all([.held("one busy item more than CPUs", "pools/no-more-than-cpus")]),
    supported: "More busy threads than CPUs share them: nothing gets done sooner.",
    refuted: "The accounting of this machine can't be trusted: look at its clock.",
    depends: "The accounting of this machine is coarse: repeat on a quiet one.")

  static let barriersAgainstExplosion = Claim(
    id: "barriers-against-explosion", topic: .pools, guide: "warnings of thread explosion",
    statement: "Barriers in place of a semaphore inside the items at least halve the threads that "
      + "64 items take.",
    rule: .all([
      ClaimCondition(
        "threads with barriers, over those with a semaphore",
        .ratio(
          "pool/explosion/barrier-items/items=64", over: "pool/explosion/semaphore-inside/items=64",
          "threads_max"), .atMost(0.5))
    ]),
    supported: "Let the queue keep items apart: an item that waits inside has a thread already.",
    refuted:
      "The pool bounds the threads of a concurrent queue by itself: what is saved is at most "
      + "as many as there are CPUs.",
    depends: "Some threads are saved: count them on the target machine.")

  static let semaphoreLimits = Claim(
    id: "semaphore-limits", topic: .pools, guide: "guides to semaphores",
    statement: "A semaphore of 3 keeps all but three out; waiting inside items of a pool it holds "
      + "their threads, and other items wait as well.",
    rule: .all([
      .held("threads inside together, of 12", "pools/semaphore-limits-in-flight"),
      .held("an item of a global queue behind waiting items", "pools/waiting-items-hold-threads"),
    ]),
    supported: "Take the semaphore before submitting, on a thread that may wait, or use an "
      + "operation queue's limit.",
    refuted: "Waiting items hold nothing up here: limit where it is convenient.",
    depends: "Waiting items hold others up at times: take the semaphore before submitting.")

  static let tasksOnDispatch = Claim(
    id: "tasks-run-on-dispatch", topic: .pools, guide: "guides to Swift concurrency",
    statement: "Tasks and actors run on the threads of Dispatch's pool.",
    rule: .each(
      of: "what runs",
      [
        .held("a task", "pools/task-on-dispatch-thread"),
        .held("an actor's method", "pools/actor-on-dispatch-thread"),
      ]),
    requirements: [
      .condition(
        .held("a thread of one's own is on no queue", "pools/own-thread-on-no-queue"),
        otherwise: "every thread seems to be on a queue")
    ],
    supported: "Tasks and queues share threads: blocking one starves the other.",
    refuted: "Tasks have a pool of their own: they compete with queues for CPUs only.",
    depends: "Some run there: do not rely on it.")

  static let cancelledTaskGoesOn = Claim(
    id: "cancelled-task-goes-on", topic: .races, guide: "guides to tasks",
    statement: "A cancelled task goes on unless it looks.",
    rule: .all([
      .held("a task that never looks", "pools/cancelled-task-goes-on"),
      .held("a task that looks at isCancelled", "pools/cancelled-task-sees-it"),
      .held("a task that calls checkCancellation", "pools/cancelled-task-throws"),
    ]),
    supported: "Look in every loop that takes long: a look costs nanoseconds.",
    refuted: "A task is stopped from outside: keep data whole at every step.",
    depends: "Whether it goes on is not certain: look, and keep data whole.")

  static let cancellationLookIsCheap = Claim(
    id: "cancellation-look-is-cheap", topic: .costs, guide: "guides to tasks",
    statement: "A task may look in every turn of a loop whether it is cancelled: a look costs at "
      + "most 10 ns.",
    rule: .each(
      of: "how it looks",
      [
        ClaimCondition(
          "Task.isCancelled", .cost("tasks/cancellation/task-is-cancelled"), .atMost(10)),
        ClaimCondition(
          "try Task.checkCancellation()", .cost("tasks/cancellation/check-cancellation"),
          .atMost(10)),
      ]),
    supported: "Look in every turn whose work takes a microsecond.",
    refuted: "Look every hundred turns if a turn takes nanoseconds.",
    depends: "One way is cheaper than the other: take it in hot loops.")

  static let sleepingRetryHoldsThread = Claim(
    id: "sleeping-retry-holds-thread", topic: .operations, guide: "guides to retries",
    statement: "An operation that sleeps before it tries again holds a thread: 16 of them take at "
      + "least twice as long as 16 that a timer tries again.",
    rule: .all([
      .held(
        "attempts in which sleeping took twice as long", "operations/sleeping-retries-take-turns",
        .atLeast(0.9))
    ]),
    supported: "Let an asynchronous operation be woken by a timer.",
    refuted: "The pool makes up for sleepers: sleep where it is simpler.",
    depends: "It depends on how many sleep at once: let a timer wake them.")

  static let unfairLockOwner = Claim(
    id: "unfair-lock-owner", topic: .locks, guide: "comparisons of locks",
    statement: "Only the thread that took an unfair lock may release it: another one ends the "
      + "process (here: what stands in for it, for Linux has no os_unfair_lock).",
    rule: .all([
      .ended(
        "another thread releases the lock", "release-by-another-unfair-futex-owner", .crashed),
      .ended("another thread signals a semaphore", "release-by-another-semaphore", .returned),
    ]),
    supported: "What one thread takes and another gives back is a semaphore's work.",
    refuted: "A release by another thread passes: check the owner where it matters.",
    depends: "It is noticed at times: never do it.")
}
