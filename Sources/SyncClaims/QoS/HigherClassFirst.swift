import BenchmarkAnalysis

extension Claim {
  static let higherClassFirst = Claim(
    id: "higher-class-first", topic: .qos,
    statement: "Under load, items of higher classes get the CPU sooner, and more of it.",
    guide: "guides to quality of service",
    rule: .each(
      of: "what is looked at",
      [
        ClaimCondition(
          "the user-initiated of two items on one CPU ends first",
          .held("qos/user-initiated-ends-first"), .atLeast(0.8)),
        ClaimCondition(
          "the user-initiated class's share of the CPU time, among four",
          .metric("qos/share/four-classes", "share_user_initiated"), .atLeast(0.3)),
        ClaimCondition(
          "the typical wait for a start, user-initiated against background",
          .ratio(
            "qos/latency/user-initiated/load=100", over: "qos/latency/background/load=100",
            "latency_p50_ns"), .atMost(0.5)),
      ]),
    meaning: ClaimMeaning(
      supported: "Give work that somebody waits for a higher class.",
      refuted: "A class changes nothing here: order your work yourself.",
      depends:
        "A higher class gets more of a CPU that others want too, so long work ends sooner. It starts no sooner: a short item that wakes an idle thread waits as long in any class."
    ))
}
