import BenchmarkAnalysis

/// The claims about the number and the cost of threads, the tasks and items that block threads,
/// cancelled tasks, and the owner of an unfair lock.
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
      + "no further task starts for at least a second.",
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
    supported: "Never block in a task on a semaphore, a group or a condition variable: suspend the "
      + "task.",
    refuted: "The pool replaces the thread of a blocked task: blocking costs only a thread.",
    depends: "The delay depends on how long tasks block: suspend tasks instead.")

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
    refuted: "Threads that already exist and wait for their part are no slower: only making "
      + "threads is costly.",
    depends: "The result depends on the length of an iteration, and on how the parts are handed "
      + "out.")

  static let threadStack = Claim(
    id: "thread-costs-8-kib", topic: .pools, guide: "tables of what a thread costs",
    statement: "A thread costs about 8 KiB of memory.",
    rule: .all([
      ClaimCondition(
        "resident KiB for each of 64 blocked threads",
        .metric("pool/explosion/serial-queues/items=64", "kib_per_thread"), .within(6...10))
    ]),
    supported: "A thousand idle threads cost 8 MiB.",
    refuted: "The figure is that of another system. The memory that a thread touches is resident, "
      + "here about 20 KiB; the rest of its reserved stack is not.",
    depends: "A thread takes about 8 KiB, but not always: measure it.")

  static let sixtyFourThreads = Claim(
    id: "sixty-four-threads-collapse", topic: .pools, guide: "warnings of too many threads",
    statement: "From 64 threads on, context switches make throughput collapse: the same work takes "
      + "at least twice as long as with one thread per CPU.",
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
    supported: "Keep the number of runnable threads near the number of CPUs.",
    refuted: "Sixty-four running threads cost little more than two: their waits for each other are "
      + "costly, not their number.",
    depends: "The cost depends on how often threads switch, not on how many there are.")

  static let noMoreThanCPUs = Claim(
    id: "no-more-than-cpus-execute", topic: .pools, guide: "introductions to concurrency",
    statement: "At any time, no more threads execute than there are CPUs.",
    rule: .all([.held("one busy item more than CPUs", "pools/no-more-than-cpus")]),
    supported: "If there are more busy threads than CPUs, they share the CPUs, and no work ends "
      + "sooner.",
    refuted: "The accounting of this machine can't be trusted: check its clock.",
    depends: "The accounting of this machine is coarse: repeat on a quiet one.")

  static let barriersAgainstExplosion = Claim(
    id: "barriers-against-explosion", topic: .pools, guide: "warnings of thread explosion",
    statement: "If barriers limit the items, and not a semaphore inside the items, 64 items take "
      + "at most half as many threads.",
    rule: .all([
      ClaimCondition(
        "threads with barriers, over those with a semaphore",
        .ratio(
          "pool/explosion/barrier-items/items=64", over: "pool/explosion/semaphore-inside/items=64",
          "threads_max"), .atMost(0.5))
    ]),
    supported: "Let the queue keep items apart: an item that waits inside already occupies a "
      + "thread.",
    refuted: "The pool bounds the threads of a concurrent queue by itself: barriers save at most "
      + "as many threads as there are CPUs.",
    depends: "Barriers save some threads: count the threads on the target machine.")

  static let semaphoreLimits = Claim(
    id: "semaphore-limits", topic: .pools, guide: "guides to semaphores",
    statement: "A semaphore of 3 lets only three threads in; pool items that wait for it hold "
      + "their threads, so that other items wait as well.",
    rule: .all([
      .held("three of 12 threads together, never four", "pools/semaphore-limits-in-flight"),
      .held("an item of a global queue behind waiting items", "pools/waiting-items-hold-threads"),
    ]),
    supported: "Take the semaphore before submitting, on a thread that may wait, or use an "
      + "operation queue's limit.",
    refuted: "Waiting items delay nothing here: take the semaphore wherever it is convenient.",
    depends: "Waiting items delay others at times: take the semaphore before submitting.")

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
    depends: "Only some tasks and actors run on Dispatch's threads: do not rely on it.")

  static let cancelledTaskGoesOn = Claim(
    id: "cancelled-task-goes-on", topic: .races, guide: "guides to tasks",
    statement: "A cancelled task goes on unless it checks for its cancellation.",
    rule: .all([
      .held("a task that never checks", "pools/cancelled-task-goes-on"),
      .held("a task that reads isCancelled", "pools/cancelled-task-sees-it"),
      .held("a task that calls checkCancellation", "pools/cancelled-task-throws"),
    ]),
    supported: "Check in every loop that takes long: a check costs nanoseconds.",
    refuted: "A task is stopped from outside: keep data consistent at every step.",
    depends: "Whether a cancelled task goes on is not certain: check, and keep data consistent.")

  static let cancellationLookIsCheap = Claim(
    id: "cancellation-look-is-cheap", topic: .costs, guide: "guides to tasks",
    statement: "A task may check in every iteration of a loop whether it is cancelled: a check "
      + "costs at most 10 ns.",
    rule: .each(
      of: "how the task checks",
      [
        ClaimCondition(
          "Task.isCancelled", .cost("tasks/cancellation/task-is-cancelled"), .atMost(10)),
        ClaimCondition(
          "try Task.checkCancellation()", .cost("tasks/cancellation/check-cancellation"),
          .atMost(10)),
      ]),
    supported: "Check in every iteration that takes a microsecond.",
    refuted: "Check once in a hundred iterations if an iteration takes nanoseconds.",
    depends: "Only one of the two checks costs at most 10 ns: use it in hot loops.")

  static let sleepingRetryHoldsThread = Claim(
    id: "sleeping-retry-holds-thread", topic: .operations, guide: "guides to retries",
    statement: "An operation that sleeps before a retry holds a thread: 16 such operations take at "
      + "least twice as long as 16 that a timer retries.",
    rule: .all([
      .held(
        "attempts in which sleeping took at least twice as long",
        "operations/sleeping-retries-take-turns", .atLeast(0.9))
    ]),
    supported: "Let a timer resume an asynchronous operation.",
    refuted: "The pool replaces the threads of sleeping operations: sleep if that is simpler.",
    depends: "The time depends on how many operations sleep together: let a timer resume them.")

  static let unfairLockOwner = Claim(
    id: "unfair-lock-owner", topic: .locks, guide: "comparisons of locks",
    statement: "Only the thread that took an unfair lock may release it: a release by another "
      + "thread ends the process (here: a lock in its place, because Linux has no os_unfair_lock).",
    rule: .all([
      .ended(
        "another thread releases the lock", "release-by-another-unfair-futex-owner", .crashed),
      .ended("another thread signals a semaphore", "release-by-another-semaphore", .returned),
    ]),
    supported: "If one thread acquires and another releases, use a semaphore.",
    refuted: "A release by another thread goes unnoticed: check the owner if it matters.",
    depends: "A release by another thread is noticed only at times: never make one.")
}
