import BenchmarkAnalysis

extension Claim {
  static let atomicWrapperLosesUpdates = Claim(
    id: "atomic-wrapper-loses-updates", topic: .costs,
    statement: """
      Two threads that run x += 1 on a property behind an @Atomic wrapper lose updates, which the wrapper's \
      mutate keeps.
      """,
    guide: "guides to property wrappers, and their critics",
    rule: .all([
      ClaimCondition(
        "launches in which x += 1 lost updates",
        .share(
          of: "locks/contended/atomic-wrapper-get-set/threads=2/inside=0/outside=0",
          ending: [.brokeItsPromise]), .atLeast(0.5)),
      ClaimCondition(
        "launches in which mutate lost none",
        .share(
          of: "locks/contended/atomic-wrapper/threads=2/inside=0/outside=0",
          ending: [.returned]), .always),
    ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: """
        A wrapper that locks each get and each set is not thread-safe for anything that reads and writes. \
        Give it a method that changes the value in one section, and no setter.
        """,
      refuted: """
        No update was lost in most launches. That is luck and no promise: a get and a set are two sections \
        still.
        """,
      depends: "Updates were lost in some launches: a race needs no more to be one.")
  )
}
