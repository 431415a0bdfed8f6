import BenchmarkAnalysis

extension Claim {
  static let enforceQoS = Claim(
    id: "enforce-qos", topic: .qos,
    statement:
      "An item submitted with `.enforceQoS` runs at its own higher class, whatever its queue's.",
    guide: "guides to work items, and the comments of Dispatch's headers",
    rule: .all([
      ClaimCondition(
        "a user-initiated item on a utility queue has its own class's nice value",
        .metric("qos/overrides/item-enforced", "follows_guides"), .always)
    ]),
    requirements: [.classesDiffer],
    meaning: ClaimMeaning(
      supported: "One flag hurries a single item on a slow queue.",
      refuted: "The flag does nothing: the queue's class decides. Submit to a queue of the class.",
      depends: "The flag works at times only: submit to a queue of the class instead."
    ))
}
