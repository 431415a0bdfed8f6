import BenchmarkAnalysis

/// The claims about quality of service, in the order in which they are shown.
enum QoSClaims {
  static let all: [Claim] = [
    .higherClassFirst, .backgroundThrottled, .userInteractiveLatency, .userInitiatedLatency,
    .higherItemRaisesQueue, .enforceQoS, .mainThreadClass, .qosPicksNoCore,
  ]
}

extension Claim {
  static let higherClassFirst = Claim(
    id: "higher-class-first", topic: .qos, guide: "guides to quality of service",
    statement: "Under load, items of higher classes get the CPU sooner, and more of it.",
    rule: .each(
      of: "the measure",
      [
        .held(
          "the user-initiated of two items on one CPU ends first", "qos/user-initiated-ends-first",
          .atLeast(0.8)),
        ClaimCondition(
          "the user-initiated class's share of the CPU time, among four",
          .metric("qos/share/four-classes", "share_user_initiated"), .atLeast(0.3)),
        ClaimCondition(
          "the typical wait for a start, user-initiated against background",
          .ratio(
            "qos/latency/user-initiated/load=100", over: "qos/latency/background/load=100",
            "latency_p50_ns"), .atMost(0.5)),
      ]),
    supported: "Give a higher class to work that somebody waits for.",
    refuted: "A class changes nothing here: order your work yourself.",
    depends: "Work of a higher class gets more of a contended CPU, so long work ends sooner. No "
      + "work starts sooner: a short item that wakes an idle thread waits as long in any class.")

  static let backgroundThrottled = Claim(
    id: "background-throttled", topic: .qos,
    guide: "guides to quality of service on Apple's systems",
    statement: "Background work is throttled: it gets little of the machine.",
    rule: .each(
      of: "the competition for the CPUs",
      [
        ClaimCondition(
          "three higher classes compete: background work gets at most a tenth of the CPU time",
          .metric("qos/share/four-classes", "share_background"), .atMost(0.1)),
        .held(
          "no competition: background work takes at least 1.5 times as long as user-initiated work",
          "qos/background-alone-is-slower", .atLeast(0.5)),
      ]),
    supported: "Work in the background class never disturbs other work, but is never fast.",
    refuted: "The background class holds nothing back: use other means to limit work that must "
      + "not disturb.",
    depends: "The background class only yields to other classes. On idle CPUs its items run at "
      + "full speed.")

  static let userInteractiveLatency = Claim(
    id: "user-interactive-latency", topic: .qos, guide: "tables of what each class promises",
    statement: "A user-interactive item starts within a millisecond of its submission.",
    rule: .each(
      of: "who else wants the CPUs",
      [
        ClaimCondition(
          "nobody, 99 of 100 items",
          .metric("qos/latency/user-interactive/load=0", "latency_p99_ns"), .atMost(1_000_000)),
        ClaimCondition(
          "a busy thread on each CPU, 99 of 100 items",
          .metric("qos/latency/user-interactive/load=100", "latency_p99_ns"), .atMost(1_000_000)),
        ClaimCondition(
          "a busy submitter and lower classes, 99 of 100 items",
          .metric("qos/wake-up/user-interactive", "latency_p99_ns"), .atMost(1_000_000)),
      ]),
    supported: "A millisecond is enough to plan with for the start of such an item.",
    refuted: "The class does not bound the wait for a start: leave more time, or use no queue.",
    depends: "Nearly all items start within microseconds. At the settings at which the claim does "
      + "not hold, some items waited for a time slice of several milliseconds, whatever their "
      + "class: the class is no guarantee.")

  static let userInitiatedLatency = Claim(
    id: "user-initiated-latency", topic: .qos, guide: "tables of what each class promises",
    statement: "A user-initiated item starts within a second of its submission, under load too.",
    rule: .each(
      of: "who else wants the CPUs",
      [
        ClaimCondition(
          "nobody", .metric("qos/latency/user-initiated/load=0", "latency_max_ns"),
          .atMost(1_000_000_000)),
        ClaimCondition(
          "a busy thread on each CPU",
          .metric("qos/latency/user-initiated/load=100", "latency_max_ns"), .atMost(1_000_000_000)),
        ClaimCondition(
          "a busy submitter and lower classes",
          .metric("qos/wake-up/user-initiated", "latency_max_ns"), .atMost(1_000_000_000)),
      ]),
    supported: "A second is a generous bound for the start of such an item, as long as its pool "
      + "has a free thread.",
    refuted: "Some items do not start even within a second: something other than the class "
      + "decides.",
    depends: "The bound holds on an idle machine; under load, plan for longer.")

  static let higherItemRaisesQueue = Claim(
    id: "higher-item-raises-queue", topic: .qos,
    guide: "guides to quality of service, and the comments of Dispatch's headers",
    statement: "An item of a higher class raises its serial queue, and the items before it on the "
      + "queue, to its own class.",
    rule: .each(
      of: "the item to be raised",
      [
        ClaimCondition(
          "the running item is raised", .metric("qos/overrides/queued-behind", "follows_guides"),
          .always),
        .held("a waiting item ahead of it is raised", "qos/queued-before-higher", .atLeast(0.9)),
      ]),
    requirements: [.classesDiffer],
    supported: "Urgent work may share a queue with slow work: the queue is raised for the urgent "
      + "work.",
    refuted: "Nothing is raised: urgent work waits behind whatever is queued, at the queue's own "
      + "class. Give urgent work a queue of its own class.",
    depends: "Only part of the queue is raised: do not count on it for urgent work.")

  static let enforceQoS = Claim(
    id: "enforce-qos", topic: .qos,
    guide: "guides to work items, and the comments of Dispatch's headers",
    statement: "An item submitted with `.enforceQoS` runs at its own higher class, whatever its "
      + "queue's class.",
    rule: .all([
      ClaimCondition(
        "a user-initiated item on a utility queue has the nice value of user-initiated",
        .metric("qos/overrides/item-enforced", "follows_guides"), .always)
    ]),
    requirements: [.classesDiffer],
    supported: "One flag raises a single item on a queue of a lower class.",
    refuted: "The flag does nothing: the queue's class decides. Submit the item to a queue of its "
      + "class.",
    depends: "The flag works only at times: submit the item to a queue of its class instead.")

  static let mainThreadClass = Claim(
    id: "main-thread-class", topic: .qos, guide: "guides to quality of service on Apple's systems",
    statement: "Work that the main thread submits without a class, to a queue without a class, "
      + "runs as user-initiated.",
    rule: .all([
      .held("items that the main queue submits", "qos/inferred-from-main-thread", .atLeast(0.9))
    ]),
    requirements: [
      .condition(
        ClaimCondition(
          "may lower nice values", .metric("qos/nice/user-initiated", "can_raise_priority"), .always
        ),
        otherwise:
          "the process may not lower nice values, so user-initiated items look like default ones")
    ],
    supported: "Work that the main thread submits is urgent by itself.",
    refuted: "No class is inferred: work without a class runs as default, whichever thread submits "
      + "it. Set the class if it matters.",
    depends: "The inferred class is not the same each time: set the class yourself.")

  static let qosPicksNoCore = Claim(
    id: "qos-picks-no-core", topic: .qos, guide: "answers to what quality of service decides",
    statement: "A class picks no core: items of every class may run on all CPUs, and do run on a "
      + "CPU that they ask for.",
    rule: .all([
      .held(
        "attempts in which an item of each class ran on every CPU", "qos/class-runs-on-every-cpu")
    ]),
    requirements: [.cpus(2)],
    supported: "To choose a core, bind a thread of your own: no class will do it for you.",
    refuted: "Classes have cores of their own: low classes may be slow on an idle machine.",
    depends: "The CPUs of some class change from time to time: check which CPUs your items may "
      + "use.")
}

extension ClaimRequirement {
  /// The requirement that the nice value of user-initiated items is at most 1.
  ///
  /// If it is 2 or more, utility items have the same nice value, so a raise from utility to
  /// user-initiated could not be seen.
  static let classesDiffer = condition(
    ClaimCondition(
      "the nice value of user-initiated items", .metric("qos/nice/user-initiated", "nice"),
      .atMost(1)),
    otherwise: "the process began with so high a nice value that its classes differ too little to "
      + "be compared")
}
