import BenchmarkAnalysis

extension Claim {
  static let priorityBeatsOrder = Claim(
    id: "priority-beats-order", topic: .operations,
    statement:
      "On a queue of one operation at a time, the operation of higher priority runs first, "
      + "though it was added later.",
    guide: "introductions to operation queues",
    rule: .each(
      of: "when they are added",
      [
        ClaimCondition(
          "to a suspended queue",
          .metric("operations/priority/queue-priority", "in_order_share"), .always),
        ClaimCondition(
          "while another one runs", .held("operations/priority-while-running"), .always),
      ]),
    meaning: ClaimMeaning(
      supported:
        "Setting queuePriority chooses among operations that are ready and wait: so such a queue is no "
        + "strict first come, first served.",
      refuted: "Setting queuePriority changes nothing: keep a queue for each importance.",
      depends: "Setting queuePriority acts in some settings only: do not build an order on it.")
  )
}
