import BenchmarkAnalysis

/// The claims about locks, in the order in which they are shown.
enum LockClaims {
  static let all: [Claim] = [
    .unfairLockNotRecursive, .recursiveLockRecurses, .semaphoreSignalledByAnother,
    .semaphoreLetsSoManyIn, .unfairLockStarves, .queueSyncIsFair, .fairnessShortensWaits,
    .inheritanceBoundsInversion, .semaphoreInversion, .conditionWaitsInALoop,
  ]
}

extension Claim {
  static let conditionWaitsInALoop = Claim(
    id: "condition-waits-in-a-loop", topic: .locks, guide: "guides to condition variables",
    statement: "A wait on a condition variable must be in a loop: with `if` in place of `while` a "
      + "bounded queue loses or duplicates elements.",
    rule: .all([
      .ending(
        "launches in which `if` broke the queue",
        "structures/bounded-queue-control/condition-if/threads=4/consumers=2/capacity=1",
        [.brokeItsPromise], .atLeast(0.5)),
      .ending(
        "launches in which the loop kept the queue correct",
        "structures/bounded-queue/condition-variable/threads=4/consumers=2/capacity=1", [.returned]),
    ]),
    requirements: [.cpus(2)],
    supported: "A woken thread must check the condition again, because another thread may have run "
      + "before it.",
    refuted: "The fault did not show here, which proves nothing: a wait may return without a "
      + "signal.",
    depends: "The fault showed in some launches: wait in a loop.")

  static let unfairLockNotRecursive = Claim(
    id: "unfair-lock-not-recursive", topic: .locks, guide: "introductions to locks",
    statement: "An unfair lock is not recursive: a thread that acquires it twice hangs, or its "
      + "process ends.",
    rule: .each(
      of: "the lock",
      [
        relock("an unfair lock that records its owner", "relock-unfair-futex-owner"),
        relock("Synchronization.Mutex", "relock-mutex"), relock("NSLock", "relock-ns-lock"),
        relock("NIOLock", "relock-nio-lock"),
        relock("a default pthread mutex", "relock-pthread-mutex"),
      ]),
    supported: "While holding such a lock, never call other code, not even a method of your own "
      + "that acquires the lock. A lock that ends the process shows where the mistake is; a lock "
      + "that hangs does not.",
    refuted: "All these locks let their owner in again: nested calls are safe, but they may see "
      + "broken invariants.",
    depends: "Some of these locks let their owner in again and others do not: never acquire a lock "
      + "that the thread already holds.")

  static let recursiveLockRecurses = Claim(
    id: "recursive-lock-recurses", topic: .locks, guide: "introductions to locks",
    statement: "A recursive lock lets its owner in again, and another thread only after as many "
      + "releases as acquisitions.",
    rule: .each(
      of: "the lock",
      [
        .ended("NSRecursiveLock, one thread", "relock-ns-recursive-lock", .returned),
        nested("NSRecursiveLock, with another thread", "ns-recursive-lock"),
        nested("a recursive pthread mutex, with another thread", "pthread-mutex-recursive"),
        nested("a table of recursive locks, with another thread", "synchronized-table"),
      ]),
    supported: "It is safe to call a method of your own that acquires the lock again. The method "
      + "may see half-changed state: a recursive lock excludes only other threads.",
    refuted: "Do not nest sections: no lock that is called recursive kept its word here.",
    depends: "Use only the locks that kept their word, and nest as little as possible.")

  static let semaphoreSignalledByAnother = Claim(
    id: "semaphore-signalled-by-another", topic: .locks, guide: "introductions to semaphores",
    statement: "A semaphore may be signalled by a thread other than the one that waited for it.",
    rule: .all([
      .held(
        "attempts in which another thread's signal ended a thread's second wait",
        "locks/semaphore-signalled-by-another")
    ]),
    supported: "A semaphore can pass a message from thread to thread, which a lock can't, because "
      + "a semaphore has no owner. For the same reason nothing detects a signal too many.",
    refuted: "Signal from the thread that waited, or use a condition variable.",
    depends: "Some attempts failed: use a condition variable until the cause is known.")

  static let semaphoreLetsSoManyIn = Claim(
    id: "semaphore-lets-so-many-in", topic: .locks, guide: "introductions to semaphores",
    statement: "A semaphore that starts at n lets n threads in together, and no more.",
    rule: .each(
      of: "the value at which the semaphore starts",
      [1, 2, 4].map { value in
        ClaimCondition("starting at \(value)", .held("locks/semaphore-of-\(value)"), .always)
      }),
    supported: "A semaphore limits how many operations run at the same time, on whichever threads.",
    refuted: "Do not limit concurrency with a semaphore: count behind a lock.",
    depends: "Some limits were kept and others were not: count behind a lock.")

  static let unfairLockStarves = Claim(
    id: "unfair-lock-starves", topic: .locks, guide: "comparisons of locks and queues",
    statement: "An unfair lock can starve a waiter: at least fifty sections of other threads pass "
      + "the waiter, and it waits for at least ten milliseconds, although a section takes only a "
      + "few hundred nanoseconds.",
    rule: .each(
      of: "what starving means",
      [
        ClaimCondition(
          "the most sections that passed one waiter, of a default pthread mutex",
          .metric("sync/waits/pthread-mutex/threads=2/inside=200", "overtaken_by_most"),
          .atLeast(50)),
        ClaimCondition(
          "the longest wait for that mutex",
          .metric("sync/waits/pthread-mutex/threads=2/inside=200", "wait_max_ns"),
          .atLeast(10_000_000)),
      ]),
    requirements: [.cpus(2)],
    supported: "A thread that immediately acquires the lock again passes the sleeping waiter each "
      + "time. Leave time between two sections, or use a queue if order matters.",
    refuted: "Waiters get the lock soon here: unfairness is no reason against such a lock.",
    depends: "If only the number of sections reaches its bound, the lock keeps no order but "
      + "starves nobody. If only the wait reaches its bound, too few sections passed the waiter to "
      + "explain the wait: look for another cause.")

  static let queueSyncIsFair = Claim(
    id: "queue-sync-is-fair", topic: .locks, guide: "comparisons of locks and queues",
    statement: "A serial queue's sync is fair and starves nobody: at most 5 % of the sections "
      + "overtake an earlier waiter, and at most twenty sections pass the same waiter.",
    rule: .all([
      ClaimCondition(
        "percent of sections that overtook an earlier waiter",
        .metric("sync/waits/serial-queue-sync/threads=2/inside=200", "overtaking_percent"),
        .atMost(5)),
      ClaimCondition(
        "the most sections that passed one waiter",
        .metric("sync/waits/serial-queue-sync/threads=2/inside=200", "overtaken_by_most"),
        .atMost(20)),
    ]),
    requirements: [.cpus(2)],
    supported: "Submitters are served in the order in which they came. The price is a hand-over, "
      + "and so the wake-up of a thread, for almost every section.",
    refuted: "Do not rely on the order in which threads come through a queue's sync.",
    depends: "The order is mostly kept: if it matters, submit from one thread.")

  static let fairnessShortensWaits = Claim(
    id: "fairness-shortens-waits", topic: .locks, guide: "comparisons of locks and queues",
    statement: "Because a serial queue's sync is fair, the 99th percentile of its waits is below "
      + "that of an unfair lock.",
    rule: .each(
      of: "the lock",
      [
        waitsLonger("a default pthread mutex", "pthread-mutex"),
        waitsLonger("a futex that spins before it sleeps", "spin-park-futex"),
        waitsLonger("a spinlock", "test-and-set"),
      ]),
    requirements: [.cpus(2)],
    supported: "If the slowest waits matter, use a queue, although it makes other waits longer.",
    refuted: "Fair is not fast: nearly every caller waits until a thread is woken, so the slowest "
      + "percent of waits is longer than with an unfair lock. Only the very longest waits may be "
      + "longer with the unfair lock. Take the lock, and keep sections short.",
    depends: "A queue shortens the slowest waits only in comparison with some of the locks.")

  static let inheritanceBoundsInversion = Claim(
    id: "inheritance-bounds-inversion", topic: .locks, guide: "introductions to priority inversion",
    statement: "A lock with priority inheritance bounds inversion: even if threads of middle "
      + "urgency want the CPUs, an urgent thread waits at most two and a half times as long as the "
      + "holder's section takes without them.",
    rule: .each(
      of: "what makes threads urgent",
      inheriting.map { name, primitive in
        ClaimCondition(
          "real-time priorities, \(name)",
          .metric("locks/inversion/\(primitive)", "inversion_p50_ns"), .atMost(2_500_000))
      }
        + inheriting.map { name, primitive in
          ClaimCondition(
            "classes of service, \(name)",
            .ratio(
              "qos/inversion/\(primitive)/load=100", over: "qos/inversion/\(primitive)/load=0",
              "inversion_p50_ns"), .atMost(2.5))
        }),
    requirements: [.realTimePriorities],
    supported: "If urgent threads share a lock with others, take a lock with priority inheritance.",
    refuted: "Inheritance does not help here: share no lock between urgent threads and others.",
    depends: "Linux lends a lock's holder a waiter's real-time priority but not a waiter's nice "
      + "value, and classes of service are nice values. A lock with inheritance helps real-time "
      + "threads. No lock helps items of different classes, so keep the sections of background "
      + "items short.")

  static let semaphoreInversion = Claim(
    id: "semaphore-inversion", topic: .locks, guide: "introductions to priority inversion",
    statement: "A semaphore does not bound inversion: a waiting thread of high real-time priority "
      + "waits until all threads of middle priority have run (in the test one thread, for 10 ms).",
    rule: .all([
      ClaimCondition(
        "the wait of the thread of high priority",
        .metric("locks/inversion/dispatch-semaphore", "inversion_p50_ns"), .atLeast(8_000_000))
    ]),
    requirements: [.realTimePriorities],
    supported: "Never let an urgent thread wait for a semaphore that a less urgent thread signals: "
      + "the kernel can't know which thread to raise.",
    refuted: "A semaphore is no worse than a lock here: the threads of middle priority do not "
      + "delay its waiter.",
    depends: "Some waits are short: design for the long waits.")
}

extension Claim {
  private static func waitsLonger(_ label: String, _ primitive: String) -> ClaimCondition {
    func waits(_ name: String) -> String {
      "locks/waits/\(name)/threads=2/inside=200/outside=0"
    }
    return ClaimCondition(
      label, .ratio(waits("serial-queue-sync"), over: waits(primitive), "wait_p99_ns"), .atMost(1))
  }

  private static let inheriting = [
    ("Synchronization.Mutex", "mutex"), ("an inheriting pthread mutex", "pthread-mutex-pi"),
  ]

  private static func nested(_ label: String, _ primitive: String) -> ClaimCondition {
    .ending(label, "locks/nested/\(primitive)/threads=2/depth=2", [.returned])
  }

  private static func relock(_ label: String, _ ending: String) -> ClaimCondition {
    .ended(label, ending, .hung, .crashed)
  }
}

extension ClaimRequirement {
  /// The requirement that the cases of `locks/inversion` could give threads real-time priorities.
  fileprivate static let realTimePriorities = ClaimRequirement.condition(
    ClaimCondition(
      "real-time priorities", .metric("locks/inversion/mutex", "policy"), .within(1...1)),
    otherwise: "the process may not use real-time priorities (SCHED_FIFO), and between ordinary "
      + "threads the scheduler decides which one runs")
}
