import BenchmarkAnalysis

extension Claim {
  static let syncLendsQoS = Claim(
    id: "sync-lends-qos", topic: .queues,
    statement: "A `sync` runs at its caller's quality of service, and lends it to the items that "
      + "it waits for.",
    guide: "guides to quality of service",
    rule: .each(
      of: "whose work it is",
      [
        ClaimCondition(
          "the block itself runs at its caller's nice value",
          .metric("qos/overrides/sync-from-higher", "follows_guides"), .always),
        ClaimCondition(
          "items queued before it are raised", .held("queues/sync-raises-items-ahead"), .always),
      ]),
    requirements: [
      .condition(
        ClaimCondition(
          "a background thread", .metric("qos/overrides/sync-from-lower", "nice_seen"), .atLeast(1)),
        otherwise: "background threads have no nice value of their own here")
    ],
    meaning: ClaimMeaning(
      supported: "An urgent thread may `sync` on a queue of a lower class: the work before it is "
        + "raised for as long as it waits.",
      refuted: "Give a queue that urgent threads call the class of the most urgent one: nothing "
        + "is lent.",
      depends: "The block runs on the caller's thread and so at its nice value, but where nothing "
        + "is lent to the items ahead an urgent caller waits for background work: give such a "
        + "queue the caller's class from the start.")
  )
}
