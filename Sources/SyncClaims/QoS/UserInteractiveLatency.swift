import BenchmarkAnalysis

extension Claim {
  static let userInteractiveLatency = Claim(
    id: "user-interactive-latency", topic: .qos,
    statement: "A user-interactive item starts within a millisecond of its submission.",
    guide: "tables of what each class promises",
    rule: .each(
      of: "who else wants the CPUs",
      [
        ClaimCondition(
          "nobody, 99 of 100 items",
          .metric("qos/latency/user-interactive/load=0", "latency_p99_ns"), .atMost(1_000_000)),
        ClaimCondition(
          "a busy thread each, 99 of 100 items",
          .metric("qos/latency/user-interactive/load=100", "latency_p99_ns"), .atMost(1_000_000)),
        ClaimCondition(
          "a busy submitter and lower classes, 99 of 100 items",
          .metric("qos/wake-up/user-interactive", "latency_p99_ns"), .atMost(1_000_000)),
      ]),
    meaning: ClaimMeaning(
      supported: "A millisecond is enough to plan with for the start of such an item.",
      refuted: "The class does not bound the wait for a start: leave more time, or use no queue.",
      depends:
        "Nearly always it starts within microseconds. Where it does not hold, or is open, some items waited for a time slice of several milliseconds, whatever their class: the class is no guarantee."
    ))
}
