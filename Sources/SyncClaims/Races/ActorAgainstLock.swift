import BenchmarkAnalysis

extension Claim {
  static let actorAgainstLock = Claim(
    id: "actor-against-lock", topic: .races,
    statement: "A counter behind an actor costs no more than one behind a lock.",
    guide: "guides to moving from locks to actors",
    rule: .each(of: "who calls", ActorCallers.conditions(over: "pthread-mutex")),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "There is no reason to keep a lock where an actor reads better.",
      refuted: """
        For a few instructions a lock is many times cheaper, whoever calls. Take an actor for state whose \
        users are asynchronous anyway and do more than count.
        """,
      depends:
        "The lock is cheaper for some callers and the actor for others: see which one's own are.")
  )
}
