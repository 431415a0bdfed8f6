import BenchmarkAnalysis

extension Claim {
  static let actorAgainstQueue = Claim(
    id: "actor-against-queue", topic: .races,
    statement: "A counter behind an actor costs less than one behind a serial queue's sync.",
    guide: "guides to moving from queues to actors",
    rule: .each(of: "who calls", ActorCallers.conditions(over: "serial-queue-sync")),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "Put an actor in the queue's place wherever it reads better.",
      refuted:
        "An actor in a queue's place makes it no cheaper: move for what the compiler checks.",
      depends: """
        Callers that are asynchronous already are better served by an actor the more they contend. Code that \
        is not has to start a task and wait for it, which costs tens of times a free queue's sync: leave it \
        the queue, or better a lock.
        """)
  )
}

/// Who calls a counter: tasks that await it or threads that wait, alone or with others.
enum ActorCallers {
  /// That an actor's counter costs no more than one behind another primitive, for each of the callers.
  static func conditions(over other: String) -> [ClaimCondition] {
    [
      condition("one task", "uncontended/actor/inside=0", other),
      condition("four tasks at once", "contended/actor/threads=4/inside=0/outside=0", other),
      condition("one thread", "uncontended/actor-from-thread/inside=0", other),
      condition(
        "two threads at once", "contended/actor-from-thread/threads=2/inside=0/outside=0", other),
    ]
  }

  private static func condition(
    _ label: String, _ name: String, _ other: String
  ) -> ClaimCondition {
    // The same case of the other primitive.
    let parts = name.split(separator: "/")
    let others = [parts[0], Substring(other)] + parts[2...]
    return ClaimCondition(
      label,
      .costRatio("locks/\(name)", over: "locks/\(others.joined(separator: "/"))"), .atMost(1))
  }
}
