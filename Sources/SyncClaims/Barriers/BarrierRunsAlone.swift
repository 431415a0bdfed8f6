import BenchmarkAnalysis

extension Claim {
  static let barrierRunsAlone = Claim(
    id: "barrier-runs-alone", topic: .barriers,
    statement: "A barrier on a private concurrent queue runs alone, whether it came by async or "
      + "by sync.",
    guide: "introductions to barriers and readers-writer queues",
    rule: .all([
      ClaimCondition("by async", .held("barriers/barrier-alone"), .always),
      ClaimCondition("by sync", .held("barriers/barrier-sync-alone"), .always),
    ]),
    requirements: [
      .cpus(2),
      .condition(
        ClaimCondition("a concurrent queue", .held("queues/concurrent-queue-together"), .always),
        otherwise: "items never ran together, so nothing could be seen"),
    ],
    meaning: ClaimMeaning(
      supported: "Writes by barrier and reads by `sync` on one private queue need no lock.",
      refuted: "State behind such a queue needs a lock as well.",
      depends: "It failed at least once, which is once too often: protect the state by a lock.")
  )
}
