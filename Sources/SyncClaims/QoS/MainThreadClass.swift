import BenchmarkAnalysis

extension Claim {
  static let mainThreadClass = Claim(
    id: "main-thread-class", topic: .qos,
    statement:
      "What the main thread submits without a class, to a queue without one, runs as user-initiated.",
    guide: "guides to quality of service on Apple's systems",
    rule: .all([
      ClaimCondition(
        "items that the main queue submits", .held("qos/inferred-from-main-thread"),
        .atLeast(0.9))
    ]),
    requirements: [
      .condition(
        ClaimCondition(
          "may lower nice values", .metric("qos/nice/user-initiated", "can_raise_priority"),
          .always),
        otherwise:
          "the process may not lower nice values, so user-initiated items look like default ones")
    ],
    meaning: ClaimMeaning(
      supported: "Work that the main thread submits is urgent by itself.",
      refuted:
        "No class is inferred: what says nothing runs as default, whoever submits it. Say the class where it matters.",
      depends: "The inferred class is not the same each time: say it yourself."
    ))
}
