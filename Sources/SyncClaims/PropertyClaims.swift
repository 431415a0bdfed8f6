import BenchmarkAnalysis

/// The claims about properties, operation states and operation outputs that two threads use.
enum PropertyClaims {
  static let all: [Claim] = [
    .queuePropertyIsSafe, .lazyVarRunsTwice, .operationStateNeedsLock, .outputNeedsNoLock,
  ]
}

extension Claim {
  static let queuePropertyIsSafe = Claim(
    id: "queue-property-is-safe", topic: .races, guide: "guides to thread-safe properties",
    statement: "A property whose get and set each go through a queue is safe: two threads that run "
      + "`count += 1` on it lose no update.",
    rule: .each(
      of: "how the set is submitted",
      [
        .held("sync on a serial queue", "races/queue-property-sync"),
        .held("barrier sync on a concurrent queue", "races/queue-property-barrier-sync"),
        .held("barrier async on a concurrent queue", "races/queue-property-barrier-async"),
        .ending(
          "sync on a serial queue, in measured launches",
          "locks/contended/queue-property-get-set/threads=2/inside=0/outside=0", [.returned]),
      ]),
    requirements: [
      .cpus(2),
      .condition(
        .held("one sync around the read and the write", "races/queue-property-section"),
        otherwise: "one section around the read and the write lost updates, too"),
    ],
    supported: "Put a queue into get and set, and use the property like any other.",
    refuted: "`+=` is a get and a set, and another thread runs in between: updates are lost. Give "
      + "the type a method that changes the value in one section, and no setter.",
    depends: "Some setters kept every update here, by luck: a get and a set are two sections. Give "
      + "the type a method that changes the value in one section.")

  static let lazyVarRunsTwice = Claim(
    id: "lazy-var-runs-twice", topic: .races, guide: "guides to lazy properties and singletons",
    statement: "A lazy var that two threads read first may run its initialiser twice.",
    rule: .all([
      .held("attempts in which both threads ran it", "races/lazy-var-runs-twice", .atLeast(0.05)),
      .ending(
        "launches in which check-then-act without a lock made two values",
        "dispatch/once-control/check-then-act/threads=2", [.brokeItsPromise], .atLeast(0.5)),
    ]),
    requirements: [
      .cpus(2),
      .condition(
        .ending(
          "a static let", "dispatch/once-shared/static-let/threads=2", [.returned]),
        otherwise: "a static let was made twice, too"),
    ],
    supported: "A lazy var is for one thread. Share a static let, or make the value in a section "
      + "of a lock.",
    refuted: "No value was made twice here, which is luck: nothing keeps the second thread out.",
    depends: "A value was made twice now and then, as is usual in a race: share a static let, or "
      + "lock.")

  static let operationStateNeedsLock = Claim(
    id: "operation-state-needs-lock", topic: .operations,
    guide: "guides to asynchronous operations",
    statement: "The state of an asynchronous operation needs a lock: without one, two threads may "
      + "both finish the operation.",
    rule: .all([
      .held(
        "attempts in which a plain state was finished twice", "races/unguarded-finish-twice",
        .atLeast(0.05)),
      .held("attempts in which a locked state was finished once", "races/guarded-finish-once"),
    ]),
    requirements: [.cpus(2)],
    supported: "Change the state in one section that also looks at it.",
    refuted: "No operation was finished twice here, but a check and a write are still two steps.",
    depends: "Operations were finished twice now and then: check and change the state in one "
      + "section.")

  static let outputNeedsNoLock = Claim(
    id: "operation-output-needs-no-lock", topic: .operations,
    guide: "guides to passing data between operations",
    statement: "An operation may read, without a lock, what the operation on which it depends has "
      + "written.",
    rule: .all([
      .held(
        "16 operations that each add one to a plain word", "operations/output-read-by-dependant"),
      .ending(
        "launches in which every link of a chain saw the word of the link before",
        "operations/chain/block-operation/length=64", [.returned]),
    ]),
    supported: "Hand data along dependencies as plain properties: write before the end, read after "
      + "the start.",
    refuted: "A dependency orders the start but not memory accesses: lock the data that is handed "
      + "on.",
    depends: "The written value is mostly seen, which is not enough: lock the data that is handed "
      + "on.")
}
