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
    statement:
      "A wait on a condition variable belongs into a loop: with `if` in place of `while` a "
      + "bounded queue loses or doubles elements.",
    rule: .all([
      .ending(
        "launches in which `if` broke the queue",
        "structures/bounded-queue-control/condition-if/threads=4/consumers=2/capacity=1",
        [.brokeItsPromise], .atLeast(0.5)),
      .ending(
        "launches in which the loop did not",
        "structures/bounded-queue/condition-variable/threads=4/consumers=2/capacity=1", [.returned]),
    ]),
    requirements: [.cpus(2)],
    supported: "A thread that was woken looks again, for another may have come before it.",
    refuted: "It did not show here, which proves nothing: a wait may return for no reason at all.",
    depends: "It showed in some launches: wait in a loop.")

  static let unfairLockNotRecursive = Claim(
    id: "unfair-lock-not-recursive", topic: .locks, guide: "introductions to locks",
    statement: "An unfair lock is not recursive: a thread that takes it twice hangs or is ended.",
    rule: .each(
      of: "the lock",
      [
        relock("an unfair lock that knows its owner", "relock-unfair-futex-owner"),
        relock("Synchronization.Mutex", "relock-mutex"), relock("NSLock", "relock-ns-lock"),
        relock("NIOLock", "relock-nio-lock"),
        relock("a default pthread mutex", "relock-pthread-mutex"),
      ]),
    supported: "Never call out with such a lock held, not even to a method of one's own that takes "
      + "it. Which of the two happens is worth knowing: a lock that ends the process shows where.",
    refuted: "All of them let their owner in again: nested calls are safe, and invariants are not.",
    depends: "Some locks let their owner in again and others do not: read which, and rely on "
      + "neither.")

  static let recursiveLockRecurses = Claim(
    id: "recursive-lock-recurses", topic: .locks, guide: "introductions to locks",
    statement: "A recursive lock lets its owner in again, and others only when it has been "
      + "released as often.",
    rule: .each(
      of: "the lock",
      [
        .ended("NSRecursiveLock, alone", "relock-ns-recursive-lock", .returned),
        nested("NSRecursiveLock, with another thread", "ns-recursive-lock"),
        nested("a recursive pthread mutex, with another thread", "pthread-mutex-recursive"),
        nested("a table of recursive locks, with another thread", "synchronized-table"),
      ]),
    supported: "It is safe to call a method of one's own with the lock held. What that method sees "
      + "may be half changed: recursion keeps others out, not one's own surprises.",
    refuted: "Do not nest sections: no lock that is called recursive kept its word here.",
    depends: "Use only the locks that kept their word, and nest as little as possible.")

  static let semaphoreSignalledByAnother = Claim(
    id: "semaphore-signalled-by-another", topic: .locks, guide: "introductions to semaphores",
    statement: "A semaphore may be signalled by another thread than the one that waited for it.",
    rule: .all([
      .held(
        "attempts in which another thread let the waiter in again",
        "locks/semaphore-signalled-by-another")
    ]),
    supported: "A semaphore can pass a message from thread to thread, which a lock can't: it has "
      + "no owner. For the same reason nothing notices a signal too many.",
    refuted: "Signal from the thread that waited, or use a condition.",
    depends: "It went wrong at times: use a condition until it is known why.")

  static let semaphoreLetsSoManyIn = Claim(
    id: "semaphore-lets-so-many-in", topic: .locks, guide: "introductions to semaphores",
    statement: "A semaphore that starts at n lets n threads in together, and no other.",
    rule: .each(
      of: "its value",
      [1, 2, 4].map { value in
        ClaimCondition("\(value)", .held("locks/semaphore-of-\(value)"), .always)
      }),
    supported: "It limits how many do a thing at once, whatever threads they are on.",
    refuted: "Do not limit concurrency by a semaphore: count behind a lock.",
    depends: "It kept some limits and others not: count behind a lock.")

  static let unfairLockStarves = Claim(
    id: "unfair-lock-starves", topic: .locks, guide: "comparisons of locks and queues",
    statement: "An unfair lock can starve a waiter: others pass it fifty times and more, and it "
      + "waits for ten milliseconds and more where a section takes a few hundred nanoseconds.",
    rule: .each(
      of: "what starving means",
      [
        ClaimCondition(
          "the most sections that passed one waiter, of a default pthread mutex",
          .metric("sync/waits/pthread-mutex/threads=2/inside=200", "overtaken_by_most"),
          .atLeast(50)),
        ClaimCondition(
          "the longest wait",
          .metric("sync/waits/pthread-mutex/threads=2/inside=200", "wait_max_ns"),
          .atLeast(10_000_000)),
      ]),
    requirements: [.cpus(2)],
    supported: "A thread that takes the lock again at once keeps it from the one that sleeps for "
      + "it. Leave time between two sections, or hand over by a queue where order matters.",
    refuted: "Waiters come in soon here: unfairness is no reason against such a lock.",
    depends: "Many short sections pass a waiter, but it gets in within some hundred of them: an "
      + "unfair lock keeps no order, but rarely starves a thread.")

  static let queueSyncIsFair = Claim(
    id: "queue-sync-is-fair", topic: .locks, guide: "comparisons of locks and queues",
    statement: "A serial queue's sync is fair and starves nobody: hardly one in twenty is served "
      + "before somebody who came earlier, and nobody is passed by more than twenty.",
    rule: .all([
      ClaimCondition(
        "percent served before one who came earlier",
        .metric("sync/waits/serial-queue-sync/threads=2/inside=200", "overtaking_percent"),
        .atMost(5)),
      ClaimCondition(
        "most that passed one waiter",
        .metric("sync/waits/serial-queue-sync/threads=2/inside=200", "overtaken_by_most"),
        .atMost(20)),
    ]),
    requirements: [.cpus(2)],
    supported: "Submitters are served in the order in which they came. The price is a hand-over, "
      + "which wakes a thread, for almost each section.",
    refuted: "Do not rely on the order in which threads come through a queue's sync.",
    depends: "The order is kept mostly: where it matters, submit from one thread.")

  static let fairnessShortensWaits = Claim(
    id: "fairness-shortens-waits", topic: .locks, guide: "comparisons of locks and queues",
    statement: "Being fair, a serial queue's sync keeps its slowest percent waiting for less time "
      + "than an unfair lock does.",
    rule: .each(
      of: "the lock",
      [
        waitsLonger("a default pthread mutex", "pthread-mutex"),
        waitsLonger("a futex that spins before it sleeps", "spin-park-futex"),
        waitsLonger("a spinlock", "test-and-set"),
      ]),
    requirements: [.cpus(2)],
    supported: "Where the slowest matter, a queue is worth what it costs the others.",
    refuted: "Fair is not fast: nearly everybody waits for a thread to be woken, and the slowest "
      + "in a hundred wait longer than they do for an unfair lock, whose very longest waits may be "
      + "longer still. Take the lock, and keep sections short.",
    depends: "Only against some locks is a queue the better choice for the slowest.")

  static let inheritanceBoundsInversion = Claim(
    id: "inheritance-bounds-inversion", topic: .locks, guide: "introductions to priority inversion",
    statement: "A lock with priority inheritance bounds inversion: its urgent waiter waits for the "
      + "holder's section, up to two and a half times its length, and not for what is less urgent.",
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
    supported: "Where urgent threads share a lock with others, take one that inherits.",
    refuted: "Inheritance does not help here: share no lock between urgent threads and others.",
    depends: "Linux lends real-time priorities and no nice values, and classes of service are nice "
      + "values. A lock that inherits helps real-time threads; for items of different classes "
      + "nothing does, so keep the background's sections short.")

  static let semaphoreInversion = Claim(
    id: "semaphore-inversion", topic: .locks, guide: "introductions to priority inversion",
    statement: "A semaphore does not bound inversion: a thread of high real-time priority that "
      + "waits for it waits until every middle one has run (here 10 ms of it).",
    rule: .all([
      ClaimCondition(
        "the high one's wait", .metric("locks/inversion/dispatch-semaphore", "inversion_p50_ns"),
        .atLeast(8_000_000))
    ]),
    requirements: [.realTimePriorities],
    supported: "Never let an urgent thread wait for a semaphore that a less urgent one is to "
      + "signal: nobody knows whom to hurry.",
    refuted: "A semaphore is no worse than a lock here: what holds it up is not the middle ones.",
    depends: "Some waits are short: design for those that are not.")
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
      + "threads the scheduler decides who runs")
}
