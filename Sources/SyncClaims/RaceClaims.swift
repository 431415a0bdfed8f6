import BenchmarkAnalysis

/// The claims about races, in the order in which they are shown.
enum RaceClaims {
  static let all: [Claim] = [
    .incrementsLoseUpdates, .capturedVariable, .actorAgainstQueue,
    .actorAgainstLock, .cacheOfSystemLocksItself, .actorIsReentrant,
  ]
}

extension Claim {
  static let incrementsLoseUpdates = Claim(
    id: "increments-lose-updates", topic: .races, guide: "introductions to data races",
    statement: "Two threads that increment one variable without synchronization lose updates.",
    rule: .all([
      .ending(
        "launches in which updates were lost",
        "locks/contended/no-lock/threads=2/inside=0/outside=0", [.brokeItsPromise], .atLeast(0.5))
    ]),
    requirements: [.cpus(2)],
    supported: "An increment is a load, an addition and a store, and another thread's increment "
      + "fits in between. Always use an atomic or a lock.",
    refuted: "No update was lost in most launches, which proves nothing: it is still a data race.",
    depends: "Updates were lost in some launches: a test that passes does not show that there is "
      + "no race.")

  static let capturedVariable = Claim(
    id: "captured-variable", topic: .races, guide: "guides to closures on queues",
    statement: "A closure reads a captured variable when the closure runs, and a variable in its "
      + "capture list when the closure is made.",
    rule: .all([
      .held(
        "attempts in which the closure saw the value at its run", "races/captured-variable"),
      .held(
        "attempts in which the capture list kept the value at the closure's making",
        "races/capture-list"),
    ]),
    supported: "Put a variable into the capture list if the closure needs its value at submission. "
      + "Swift 6 refuses to share a variable with a closure that runs elsewhere, unless the "
      + "variable is marked as unsafe.",
    refuted: "Captures do not follow the language's rules: pass values as arguments.",
    depends: "Both values were seen, which must not happen: pass values as arguments.")

  static let actorAgainstQueue = Claim(
    id: "actor-against-queue", topic: .races, guide: "guides to moving from queues to actors",
    statement: "A counter behind an actor costs less than one behind a serial queue's sync.",
    rule: .each(of: "who calls", ActorCallers.conditions(over: "serial-queue-sync")),
    requirements: [.cpus(2)],
    supported: "Put an actor in the queue's place wherever it reads better.",
    refuted: "An actor is no cheaper than the queue: move for the compiler's checks, not for "
      + "speed.",
    depends: "For callers that are already asynchronous, the gain of an actor grows with "
      + "contention. Synchronous code has to start a task and wait for it, which costs tens of "
      + "times as much as a free queue's sync: let such code keep its queue, or better use a lock.")

  static let actorAgainstLock = Claim(
    id: "actor-against-lock", topic: .races, guide: "guides to moving from locks to actors",
    statement: "A counter behind an actor costs no more than one behind a lock.",
    rule: .each(of: "who calls", ActorCallers.conditions(over: "pthread-mutex")),
    requirements: [.cpus(2)],
    supported: "There is no reason to keep a lock where an actor reads better.",
    refuted: "For a few instructions a lock is many times cheaper, whoever calls. Take an actor "
      + "only for state whose users are asynchronous anyway and do more with it than count.",
    depends: "The lock is cheaper for some callers and the actor for others: find out which kind "
      + "yours are.")

  static let cacheOfSystemLocksItself = Claim(
    id: "ns-cache-locks-itself", topic: .races, guide: "guides to caching images",
    statement: "NSCache may be used by several threads at once without a lock of your own.",
    rule: .all([
      .ending(
        "launches in which every lookup found what was stored last",
        "structures/cache/ns-cache/threads=2/read-permille=900/keys=1000/skew=0", [.returned])
    ]),
    requirements: [.cpus(2)],
    supported: "Single calls need no lock. A lookup and a store are two calls: a value that must "
      + "be computed only once needs a lock, or a task that is kept.",
    refuted: "Use a lock: the cache lost stored values, or returned values that were not stored.",
    depends: "The cache failed at least once, which is once too often: use a lock.")

  static let actorIsReentrant = Claim(
    id: "actor-is-reentrant", topic: .races, guide: "guides to actors",
    statement: "An actor that awaits between its lookup in a cache and its store computes a value "
      + "more than once; an actor that keeps the computing task does not.",
    rule: .all([
      .ending(
        "launches in which a value was computed twice",
        "structures/read-through-control/actor-reentrant/threads=2/compute=10000",
        [.brokeItsPromise], .atLeast(0.5)),
      .ending(
        "launches in which each value was computed once, by a task that is kept",
        "structures/read-through/actor-tasks/threads=2/miss-permille=100/compute=10000",
        [.returned]),
    ]),
    requirements: [.cpus(2)],
    supported: "An actor protects only the code between two awaits. Keep the task that computes a "
      + "value, and let all callers that want the value await that task.",
    refuted: "The fault did not show here, but other calls may still enter the actor at every "
      + "await.",
    depends: "The fault showed in some launches: keep the task that computes.")
}

/// The callers of a counter: tasks that await the counter, or threads that block until the counter
/// has changed.
enum ActorCallers {
  /// The conditions that an actor's counter costs each kind of caller no more than a counter behind
  /// the primitive `other`.
  static func conditions(over other: String) -> [ClaimCondition] {
    [
      condition("one task", "uncontended/actor/inside=0", other),
      condition("four tasks at once", "contended/actor/threads=4/inside=0/outside=0", other),
      condition("one thread", "uncontended/actor-from-thread/inside=0", other),
      condition(
        "two threads at once", "contended/actor-from-thread/threads=2/inside=0/outside=0", other),
    ]
  }

  private static func condition(
    _ label: String, _ name: String, _ other: String
  ) -> ClaimCondition {
    // The name of the rival case: only the primitive differs.
    let parts = name.split(separator: "/")
    let others = [parts[0], Substring(other)] + parts[2...]
    return ClaimCondition(
      label,
      .costRatio("locks/\(name)", over: "locks/\(others.joined(separator: "/"))"), .atMost(1))
  }
}
