import BenchmarkAnalysis

extension Claim {
  static let backgroundThrottled = Claim(
    id: "background-throttled", topic: .qos,
    statement: "Background work is throttled: it gets little of the machine.",
    guide: "guides to quality of service on Apple's systems",
    rule: .each(
      of: "whether anybody else wants the CPUs",
      [
        ClaimCondition(
          "three higher classes do: a tenth of the time at most",
          .metric("qos/share/four-classes", "share_background"), .atMost(0.1)),
        ClaimCondition(
          "nobody does: it takes half as long again",
          .held("qos/background-alone-is-slower"), .atLeast(0.5)),
      ]),
    meaning: ClaimMeaning(
      supported: "Work in the background class never disturbs, and never hurries.",
      refuted: "The background class holds nothing back: limit what must not disturb by yourself.",
      depends:
        "The background class only yields to others. On idle CPUs it runs at full speed."
    ))
}
