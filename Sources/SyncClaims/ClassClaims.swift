import BenchmarkAnalysis

/// The claims about the effects of a quality-of-service class, and about the items that it affects.
enum ClassClaims {
  static let all: [Claim] = [
    .semaphoreClassInversion, .waitedForIsRaised, .itemClassCounts, .lowClassesStartLate,
    .defaultLiesBetween, .highHogsSpoilMainQueue, .queueClassReachesOperations,
  ]
}

extension Claim {
  static let semaphoreClassInversion = Claim(
    id: "semaphore-class-inversion", topic: .qos, guide: "warnings of priority inversion",
    statement: "A semaphore that a background item holds keeps a user-initiated one waiting for "
      + "whatever lies between: at least twice as long as on an idle machine.",
    rule: .all([
      ClaimCondition(
        "the typical wait beside default work on each CPU, over that without",
        .ratio(
          "qos/inversion/dispatch-semaphore/load=100",
          over: "qos/inversion/dispatch-semaphore/load=0",
          "inversion_p50_ns"), .atLeast(2))
    ]),
    supported: "Share nothing between classes that is held for long. The holder is not raised: the "
      + "fair scheduler lets it go on at its own, small share.",
    refuted: "The holder gets on: the classes differ too little to matter.",
    depends: "It depends on the load: share nothing that is held for long.")

  static let waitedForIsRaised = Claim(
    id: "waited-for-is-raised", topic: .qos, guide: "guides to quality of service",
    statement: "Dispatch raises work of a low class that a thread of a higher one waits for.",
    rule: .all([
      ClaimCondition(
        "a utility item that a user-initiated thread waits for has that thread's nice value",
        .metric("qos/overrides/waited-for", "follows_guides"), .always)
    ]),
    requirements: [.classesDiffer],
    supported: "Wait for low work from urgent threads: it hurries.",
    refuted: "Nothing is raised: submit work at the class of those who wait for it.",
    depends: "It is raised at times: submit work at the class of those who wait for it.")

  static let itemClassCounts = Claim(
    id: "item-class-counts", topic: .qos, guide: "guides to work items",
    statement: "An item runs at its own class, whatever its queue's.",
    rule: .each(
      of: "the queue's class",
      [
        ClaimCondition(
          "none: a user-initiated item runs as such",
          .metric("qos/overrides/item-class", "follows_guides"), .always),
        ClaimCondition(
          "utility: a user-initiated item runs as utility",
          .metric("qos/overrides/item-class-queue-class", "follows_guides"), .never),
      ]),
    requirements: [.classesDiffer],
    supported: "Give each item its class, and queues none.",
    refuted: "The queue's class decides, and a queue without one is a default queue: make a queue "
      + "for each class.",
    depends: "A queue with a class decides for its items; in a queue without, an item's own counts."
  )

  static let lowClassesStartLate = Claim(
    id: "low-classes-start-late", topic: .qos, guide: "tables of what each class promises",
    statement: "Work of low classes starts late: utility work after a second and more, background "
      + "work after a minute and more.",
    rule: .each(
      of: "the class and the load",
      [("utility", 1e9), ("background", 60e9)].flatMap { (name: String, least: Double) in
        [0, 100].map { load in
          ClaimCondition(
            "\(name), \(load == 0 ? "idle CPUs" : "a busy thread on each CPU")",
            .metric("qos/latency/\(name)/load=\(load)", "latency_p50_ns"), .atLeast(least))
        }
      }),
    supported: "Give low classes what may wait.",
    refuted: "A low class starts within microseconds here: what must not disturb needs a delay of "
      + "one's own.",
    depends: "It depends on the load: what must not disturb needs a delay of one's own.")

  static let defaultLiesBetween = Claim(
    id: "default-lies-between", topic: .qos, guide: "tables of classes",
    statement: "The default class lies between user-initiated and utility.",
    rule: .all([
      ClaimCondition(
        "the nice value of user-initiated items", .metric("qos/nice/user-initiated", "nice"),
        .atMost(-1)),
      ClaimCondition(
        "of default ones", .metric("qos/nice/default", "nice"), .within(0...1)),
      ClaimCondition("of utility ones", .metric("qos/nice/utility", "nice"), .atLeast(2)),
    ]),
    requirements: [
      .condition(
        ClaimCondition(
          "may lower nice values", .metric("qos/nice/user-initiated", "can_raise_priority"), .always
        ),
        otherwise:
          "the process may not lower nice values, so user-initiated items look like default ones")
    ],
    supported: "Say a class only for what is more or less urgent than the rest.",
    refuted: "The order of the classes is another one here.",
    depends: "Two of the classes can't be told apart.")

  static let highHogsSpoilMainQueue = Claim(
    id: "high-hogs-spoil-main-queue", topic: .qos, guide: "guides to responsiveness",
    statement: "Busy items of a high class spoil the main queue's answers, and busy background "
      + "items do not: an answer of more than 2 ms in 20.",
    rule: .all([
      .held(
        "attempts with such an answer beside user-initiated items",
        "qos/high-hogs-spoil-main-queue", .atLeast(0.5)),
      .held(
        "attempts with such an answer beside background items",
        "qos/background-hogs-spoil-main-queue", .atMost(0.2)),
    ]),
    requirements: [.classesDiffer],
    supported: "Put long work into low classes: it is the main queue that wins.",
    refuted: "The main thread wakes in time beside any class here: it sleeps, and the scheduler "
      + "favours whoever has slept.",
    depends: "It differs from run to run: put long work into low classes all the same.")

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
    refuted: "Nothing is handed on: give the queue an underlying queue of the class.",
    depends: "Some classes are handed on: look at the nice value in an operation.")
}
