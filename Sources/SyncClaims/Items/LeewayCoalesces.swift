import BenchmarkAnalysis

extension Claim {
  static let leewayCoalesces = Claim(
    id: "leeway-coalesces", topic: .items,
    statement:
      "A leeway lets timers that are due close together share wake-ups: half of them or more "
      + "are saved.",
    guide: "advice on saving energy",
    rule: .all([
      ClaimCondition(
        "attempts in which a leeway of 3 ms saved half of the wake-ups of 8 timers, 0.3 ms apart",
        .held("items/leeway-shares-wake-ups"),
        .atLeast(0.5))
    ]),
    requirements: [
      .condition(
        ClaimCondition(
          "the same without leeway", .held("items/timers-wake-apart"), .atLeast(0.6)),
        otherwise: "the machine was so busy that timers without leeway shared wake-ups, too")
    ],
    meaning: ClaimMeaning(
      supported:
        "Give timers the leeway that they can bear: it saves wake-ups without a change to the "
        + "code.",
      refuted:
        "A leeway does not save half of them here, if any: where wake-ups matter, serve several deadlines with one "
        + "timer.",
      depends:
        "How many wake-ups a leeway saves varies: count them in the program itself before "
        + "relying on it.")
  )
}
