import BenchmarkAnalysis

/// The claims about costs, in the order in which they are shown.
enum CostClaims {
  static let all: [Claim] = [
    .unfairLockCost, .semaphoreCost, .nsLockCost, .serialQueueSyncCost, .serialQueueSyncSwitches,
    .synchronizedCost, .costOrder, .atomicWrapperCost, .atomicWrapperLosesUpdates,
    .staticLetPlainLoad, .staticLetBeatsLock,
  ]
}

extension Claim {
  static let unfairLockCost = Claim(
    id: "unfair-lock-cost", topic: .costs,
    guide: "tables of what each primitive costs, measured on Apple's processors",
    statement: "Taking and releasing a free unfair lock costs 5 to 10 ns (here: locks in its "
      + "place, because Linux has no os_unfair_lock).",
    rule: .each(
      of: "the lock",
      [
        free("a futex lock that records its owner, as os_unfair_lock does", "unfair-futex-owner"),
        free("Synchronization.Mutex", "mutex"), free("NIOLock", "nio-lock"),
      ]),
    supported: "The published figure is good for estimates here.",
    refuted: "Measure on the target machine: the published figure is another machine's.",
    depends: "Some locks are as cheap as published, or nearly so: take the figure as an order of "
      + "magnitude.")

  static let semaphoreCost = Claim(
    id: "semaphore-cost", topic: .costs,
    guide: "tables of what each primitive costs, measured on Apple's processors",
    statement: "Waiting for a free semaphore and signalling it costs 20 to 30 ns.",
    rule: .all([
      ClaimCondition(
        "DispatchSemaphore(value: 1)", .cost(uncontended("dispatch-semaphore")), .within(20...30))
    ]),
    supported: "The published figure is good for estimates here.",
    refuted: "The published figure is another machine's. A free semaphore costs about what a mutex "
      + "does: choose a semaphore for what it can do and a lock can't, not for its price.",
    depends: "The figure is at the edge of the published band: take it as an order of magnitude, "
      + "and choose by what a semaphore can do.")

  static let nsLockCost = Claim(
    id: "ns-lock-cost", topic: .costs,
    guide: "tables of what each primitive costs, measured on Apple's processors",
    statement: "Taking and releasing a free NSLock costs 40 to 60 ns.",
    rule: .all([ClaimCondition("NSLock", .cost(uncontended("ns-lock")), .within(40...60))]),
    supported: "The published figure is good for estimates here.",
    refuted: "The published figure does not hold here. On Linux an NSLock is a class around a "
      + "pthread mutex and costs the same, so its price is no reason to avoid it.",
    depends: "The figure is at the edge of the published band: measure on the target machine.")

  static let serialQueueSyncCost = Claim(
    id: "serial-queue-sync-cost", topic: .costs,
    guide: "tables of what each primitive costs, measured on Apple's processors",
    statement: "A sync on a free serial queue costs 100 to 200 ns.",
    rule: .all([
      ClaimCondition(
        "sync on a serial queue", .cost(uncontended("serial-queue-sync")), .within(100...200))
    ]),
    supported: "The published figure is good for estimates here, as long as no other thread uses "
      + "the queue: a contended sync costs tens of times as much.",
    refuted: "Measure on the target machine: the published figure is another machine's.",
    depends: "The figure is at the edge of the published band: take it as an order of magnitude.")

  static let serialQueueSyncSwitches = Claim(
    id: "serial-queue-sync-switches", topic: .costs,
    guide: "tables of what each primitive costs, with the reason beside the figure",
    statement: "The cost of a sync on a free serial queue comes from context switches: on average, "
      + "at least every other call makes one.",
    rule: .all([
      ClaimCondition(
        "context switches per call", .metric(uncontended("serial-queue-sync"), "switches_per_op"),
        .atLeast(0.5))
    ]),
    supported: "Fewer and longer sections on the queue save switches, and so most of the cost.",
    refuted: "The section runs on the caller's thread, without a context switch. The cost is that "
      + "of the call itself: compare serial-queue-sync-f, the same call through the C function, "
      + "which makes no closure.",
    depends: "Some calls switch and some do not: look at what else uses the queue and the CPU.")

  static let synchronizedCost = Claim(
    id: "synchronized-cost", topic: .costs,
    guide: "tables of what each primitive costs, measured on Apple's processors",
    statement: "Locking a free object by its address, as @synchronized does, costs 100 to 200 ns "
      + "(here: a table of recursive locks of our own, because Linux has no @synchronized).",
    rule: .all([
      ClaimCondition(
        "a table of recursive locks by address", .cost(uncontended("synchronized-table")),
        .within(100...200))
    ]),
    supported: "Finding the lock in a table costs several times as much as the lock: give an "
      + "object a lock of its own.",
    refuted: "The published figure does not hold for our table; this shows nothing about other "
      + "systems. A lock inside the object needs no search: use such a lock.",
    depends: "The figure is at the edge of the published band: take it as an order of magnitude.")

  static let costOrder = Claim(
    id: "cost-order", topic: .costs,
    guide: "tables of what each primitive costs, and the ladders drawn from them",
    statement: "Without contention, an unfair lock is cheaper than a semaphore, a semaphore is "
      + "cheaper than an NSLock, and an NSLock is cheaper than a queue's sync.",
    rule: .each(
      of: "the two primitives",
      [
        cheaper("unfair lock, over semaphore", "unfair-futex-owner", "dispatch-semaphore"),
        cheaper("semaphore, over NSLock", "dispatch-semaphore", "ns-lock"),
        cheaper("NSLock, over a queue's sync", "ns-lock", "serial-queue-sync"),
      ]),
    supported: "If sections are short and nobody waits, take the first primitive of this order "
      + "that does the job.",
    refuted: "The order is different here: choose by what each primitive promises, and measure on "
      + "the target machine.",
    depends: "Only the differences that hold matter here. An unfair lock, a semaphore and an "
      + "NSLock each cost about one atomic exchange to acquire and one to release: choose among "
      + "these three by what each promises, not by its price.")

  static let atomicWrapperCost = Claim(
    id: "atomic-wrapper-cost", topic: .costs, guide: "guides to property wrappers",
    statement: "Changing a property behind an @Atomic wrapper costs what the wrapper's lock costs, "
      + "up to a quarter more or less.",
    rule: .each(
      of: "how it is changed",
      [
        wrapper("in one section, by the wrapper's mutate", "atomic-wrapper"),
        wrapper("by x += 1", "atomic-wrapper-get-set"),
      ]),
    supported: "The wrapper is as cheap as its lock, whichever way it is used.",
    refuted: "The wrapper has a cost of its own: lock by hand in code that runs often.",
    depends: "A change in one section costs one lock. An operator like += is a read and a write, "
      + "and locks twice: it costs double and, worse, another thread can change the value in "
      + "between.")

  static let atomicWrapperLosesUpdates = Claim(
    id: "atomic-wrapper-loses-updates", topic: .costs,
    guide: "guides to property wrappers, and their critics",
    statement: "Two threads that run x += 1 on a property behind an @Atomic wrapper lose updates; "
      + "with the wrapper's mutate they lose none.",
    rule: .all([
      .ending(
        "launches in which x += 1 lost updates",
        "locks/contended/atomic-wrapper-get-set/threads=2/inside=0/outside=0", [.brokeItsPromise],
        .atLeast(0.5)),
      .ending(
        "launches in which mutate lost no update",
        "locks/contended/atomic-wrapper/threads=2/inside=0/outside=0", [.returned]),
    ]),
    requirements: [.cpus(2)],
    supported: "A wrapper that locks each get and each set is not thread-safe for anything that "
      + "reads and writes. Give it a method that changes the value in one section, and no setter.",
    refuted: "Most launches lost no update. That is luck, not a promise: a get and a set are still "
      + "two sections.",
    depends: "Some launches lost updates: a race that shows rarely is still a race.")

  static let staticLetPlainLoad = Claim(
    id: "static-let-plain-load", topic: .costs, guide: "guides to singletons",
    statement:
      "After its first use a static let costs what a plain load costs, up to a tenth more.",
    rule: .all([
      ClaimCondition(
        "static let, over a value that exists from the start",
        .costRatio(once("static-let"), over: once("plain")), .atMost(1.1))
    ]),
    supported: "Read a static let wherever it is wanted, in loops too.",
    refuted: "Each read checks whether the value exists, by a call into the runtime if the "
      + "compiler does not know the answer. The check takes nanoseconds: if they count, read the "
      + "static let into a local constant before the loop.",
    depends: "The check costs about as much as the claim allows: read the static let before a hot "
      + "loop, not inside it.")

  static let staticLetBeatsLock = Claim(
    id: "static-let-beats-lock", topic: .costs, guide: "guides to singletons and lazy values",
    statement: "A value that is made at its first use is cheaper to read as a static let than "
      + "behind a lock for which no other thread contends.",
    rule: .each(
      of: "the lock",
      [
        beaten("Synchronization.Mutex", "mutex"), beaten("NSLock", "ns-lock"),
        beaten("sync on a serial queue", "serial-queue-sync"),
      ]),
    supported: "Prefer a static let to a lock around a lazy value; if the value belongs to an "
      + "object, load it atomically and lock only for the first use.",
    refuted: "A free lock costs no more than a static let: choose by what is easier to read. "
      + "Readers of a static let do not wait for each other, though.",
    depends: "Only the locks for which the claim holds are worth avoiding for their price. Readers "
      + "of a static let do not wait for each other, whichever lock the static let replaces.")
}

/// Conditions on the costs of free locks with empty sections, and of static lets.
extension Claim {
  private static func wrapper(_ label: String, _ primitive: String) -> ClaimCondition {
    ClaimCondition(
      label, .costRatio(uncontended(primitive), over: uncontended("pthread-mutex")),
      .within(0.75...1.25))
  }

  private static func cheaper(_ label: String, _ one: String, _ other: String) -> ClaimCondition {
    ClaimCondition(label, .costRatio(uncontended(one), over: uncontended(other)), .atMost(1))
  }

  private static func free(_ label: String, _ primitive: String) -> ClaimCondition {
    ClaimCondition(label, .cost(uncontended(primitive)), .within(5...10))
  }

  private static func beaten(_ label: String, _ primitive: String) -> ClaimCondition {
    ClaimCondition(
      "\(label), over static let", .costRatio(once(primitive), over: once("static-let")),
      .atLeast(1))
  }

  private static func once(_ primitive: String) -> String { "dispatch/once/\(primitive)" }

  private static func uncontended(_ primitive: String) -> String {
    "locks/uncontended/\(primitive)/inside=0"
  }
}
