import BenchmarkAnalysis

extension Claim {
  static let higherItemRaisesQueue = Claim(
    id: "higher-item-raises-queue", topic: .qos,
    statement:
      "An item of a higher class raises its serial queue, and what stands before it there, to its own class.",
    guide: "guides to quality of service, and the comments of Dispatch's headers",
    rule: .each(
      of: "what is to be raised",
      [
        ClaimCondition(
          "the item that runs is raised", .metric("qos/overrides/queued-behind", "follows_guides"),
          .always),
        ClaimCondition(
          "an item that waits before it is raised", .held("qos/queued-before-higher"), .atLeast(0.9)
        ),
      ]),
    requirements: [.classesDiffer],
    meaning: ClaimMeaning(
      supported: "Urgent work may share a queue with slow work: the queue hurries for it.",
      refuted:
        "Nothing is raised: urgent work waits behind whatever is queued, at the queue's own class. Give it a queue of its own, of its class.",
      depends: "Only part of the queue is raised: do not count on it for what is urgent."
    ))
}

extension ClaimRequirement {
  /// The high classes have another nice value than utility has: else no raise could be seen.
  static let classesDiffer = condition(
    ClaimCondition(
      "the nice value of user-initiated items", .metric("qos/nice/user-initiated", "nice"),
      .atMost(1)),
    otherwise:
      "the process began with so high a nice value that its classes differ too little to see it")
}
