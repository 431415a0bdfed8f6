import BenchmarkAnalysis

/// The claims about the effects of quality-of-service classes, and about the class at which items
/// and operations run.
enum ClassClaims {
  static let all: [Claim] = [
    .semaphoreClassInversion, .waitedForIsRaised, .itemClassCounts, .lowClassesStartLate,
    .defaultLiesBetween, .highHogsSpoilMainQueue, .queueClassReachesOperations,
  ]
}

extension Claim {
  static let semaphoreClassInversion = Claim(
    id: "semaphore-class-inversion", topic: .qos, guide: "warnings of priority inversion",
    statement: "If a background item holds a semaphore, a user-initiated item that waits for the "
      + "semaphore waits for work of the classes in between too: at least twice as long as on an "
      + "idle machine.",
    rule: .all([
      ClaimCondition(
        "the typical wait beside default work on each CPU, over the wait without such work",
        .ratio(
          "qos/inversion/dispatch-semaphore/load=100",
          over: "qos/inversion/dispatch-semaphore/load=0",
          "inversion_p50_ns"), .atLeast(2))
    ]),
    supported: "Let two classes share nothing that is held for long. The holder is not raised: the "
      + "fair scheduler gives it only its own, small share of the CPU.",
    refuted: "The holder gets the CPU soon enough: the classes differ too little to matter.",
    depends: "The wait depends on the load: let two classes share nothing that is held for long.")

  static let waitedForIsRaised = Claim(
    id: "waited-for-is-raised", topic: .qos, guide: "guides to quality of service",
    statement: "Dispatch raises work of a low class if a thread of a higher class waits for the "
      + "work.",
    rule: .all([
      ClaimCondition(
        "a utility item that a user-initiated thread waits for has that thread's nice value",
        .metric("qos/overrides/waited-for", "follows_guides"), .always)
    ]),
    requirements: [.classesDiffer],
    supported: "An urgent thread may wait for work of a low class, because the work is raised.",
    refuted: "Nothing is raised: submit work at the class of the threads that wait for it.",
    depends: "Work is raised only at times: submit it at the class of the threads that wait for "
      + "it.")

  static let itemClassCounts = Claim(
    id: "item-class-counts", topic: .qos, guide: "guides to work items",
    statement: "An item runs at its own class, whatever the class of its queue.",
    rule: .each(
      of: "the queue's class",
      [
        ClaimCondition(
          "no class: a user-initiated item runs as user-initiated",
          .metric("qos/overrides/item-class", "follows_guides"), .always),
        ClaimCondition(
          "utility: a user-initiated item runs as utility",
          .metric("qos/overrides/item-class-queue-class", "follows_guides"), .never),
      ]),
    requirements: [.classesDiffer],
    supported: "Give each item its class, and queues none.",
    refuted: "The queue's class decides, and a queue without one is a default queue: make a queue "
      + "for each class.",
    depends: "A queue with a class decides for its items; on a queue without a class, an item runs "
      + "at its own.")

  static let lowClassesStartLate = Claim(
    id: "low-classes-start-late", topic: .qos, guide: "tables of what each class promises",
    statement: "Work of low classes starts late: utility work after at least a second, background "
      + "work after at least a minute.",
    rule: .each(
      of: "the class and the load",
      [("utility", 1e9), ("background", 60e9)].flatMap { (name: String, least: Double) in
        [0, 100].map { load in
          ClaimCondition(
            "\(name), \(load == 0 ? "idle CPUs" : "a busy thread on each CPU")",
            .metric("qos/latency/\(name)/load=\(load)", "latency_p50_ns"), .atLeast(least))
        }
      }),
    supported: "Give a low class to work that may wait.",
    refuted: "Work of a low class starts within microseconds here: use your own delay for work "
      + "that must not disturb.",
    depends: "The start depends on the load: use your own delay for work that must not disturb.")

  static let defaultLiesBetween = Claim(
    id: "default-lies-between", topic: .qos, guide: "tables of classes",
    statement: "The default class lies between user-initiated and utility.",
    rule: .all([
      ClaimCondition(
        "the nice value of user-initiated items", .metric("qos/nice/user-initiated", "nice"),
        .atMost(-1)),
      ClaimCondition(
        "the nice value of default items", .metric("qos/nice/default", "nice"), .within(0...1)),
      ClaimCondition(
        "the nice value of utility items", .metric("qos/nice/utility", "nice"), .atLeast(2)),
    ]),
    requirements: [
      .condition(
        ClaimCondition(
          "may lower nice values", .metric("qos/nice/user-initiated", "can_raise_priority"), .always
        ),
        otherwise:
          "the process may not lower nice values, so user-initiated items look like default ones")
    ],
    supported: "Set a class only for work that is more or less urgent than the rest.",
    refuted: "The order of the classes is different here.",
    depends: "The nice values of two of the classes are too close to order them.")

  static let highHogsSpoilMainQueue = Claim(
    id: "high-hogs-spoil-main-queue", topic: .qos, guide: "guides to responsiveness",
    statement: "Beside busy items of a high class, the slowest of 20 answers of the main queue "
      + "takes more than 2 ms; beside busy background items it does not.",
    rule: .all([
      .held(
        "attempts with so slow an answer beside user-initiated items",
        "qos/high-hogs-spoil-main-queue", .atLeast(0.5)),
      .held(
        "attempts with so slow an answer beside background items",
        "qos/background-hogs-spoil-main-queue", .atMost(0.2)),
    ]),
    requirements: [.classesDiffer],
    supported: "Put long work into low classes, so that the main queue answers sooner.",
    refuted: "The main thread wakes in time beside any class here: it sleeps, and the scheduler "
      + "favours threads that have slept.",
    depends: "The result varies: put long work into low classes all the same.")

  static let queueClassReachesOperations = Claim(
    id: "queue-class-reaches-operations", topic: .operations,
    guide: "introductions to operation queues",
    statement: "An operation queue's qualityOfService reaches its operations.",
    rule: .all([
      .held(
        "operations have the nice value of the queue's class",
        "operations/queue-class-reaches-operations")
    ]),
    requirements: [.classesDiffer],
    supported: "Set the class on the queue.",
    refuted: "The class does not reach operations: give the queue an underlying queue of the "
      + "class.",
    depends: "Only some classes reach operations: look at the nice value in an operation.")
}
