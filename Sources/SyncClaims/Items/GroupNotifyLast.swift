import BenchmarkAnalysis

extension Claim {
  static let groupNotifyLast = Claim(
    id: "group-notify-last", topic: .items,
    statement: "A group's notification comes after every leave.",
    guide: "introductions to groups",
    rule: .all([
      ClaimCondition("8 leaves, one of them held back", .held("items/group-notified-last"), .always)
    ]),
    meaning: ClaimMeaning(
      supported: "What a group notifies may use the results of all its members, without a lock.",
      refuted: "A group's notification may miss members: count them yourself.",
      depends: "A group's notification sometimes misses members: count them yourself.")
  )
}
