import BenchmarkAnalysis

extension Claim {
  static let syncsOnEachOther = Claim(
    id: "syncs-on-each-other-deadlock", topic: .queues,
    statement: "Items of two serial queues that each `sync` on the other's queue never return.",
    guide: "introductions to queues",
    rule: .all([
      ClaimCondition("how the process ends", .ended("sync-on-each-other", .hung), .always)
    ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "Nothing finds a deadlock of two queues out: let `sync` go in one direction "
        + "only, as locks are taken in one order.",
      refuted: "The two do not wait for ever here: see in the evidence what became of them, and "
        + "still let `sync` go in one direction only.",
      depends: "It depends on who comes first: let `sync` go in one direction only.")
  )
}
