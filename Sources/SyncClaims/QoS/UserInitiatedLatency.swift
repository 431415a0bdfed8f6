import BenchmarkAnalysis

extension Claim {
  static let userInitiatedLatency = Claim(
    id: "user-initiated-latency", topic: .qos,
    statement: "A user-initiated item starts within a second of its submission, under load too.",
    guide: "tables of what each class promises",
    rule: .each(
      of: "who else wants the CPUs",
      [
        ClaimCondition(
          "nobody",
          .metric("qos/latency/user-initiated/load=0", "latency_max_ns"), .atMost(1_000_000_000)),
        ClaimCondition(
          "a busy thread each",
          .metric("qos/latency/user-initiated/load=100", "latency_max_ns"), .atMost(1_000_000_000)),
        ClaimCondition(
          "a busy submitter and lower classes",
          .metric("qos/wake-up/user-initiated", "latency_max_ns"), .atMost(1_000_000_000)),
      ]),
    meaning: ClaimMeaning(
      supported:
        "A second is a generous bound for the start of such an item, as long as its pool has a free thread.",
      refuted: "Not even a second is kept: something else than the class decides.",
      depends: "On an idle machine it is kept; under load, plan for longer."
    ))
}
