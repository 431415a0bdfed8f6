import BenchmarkAnalysis

extension Claim {
  static let semaphoreLetsSoManyIn = Claim(
    id: "semaphore-lets-so-many-in", topic: .locks,
    statement: "A semaphore that starts at n lets n threads in together, and no other.",
    guide: "introductions to semaphores",
    rule: .each(
      of: "its value",
      [1, 2, 4].map { value in
        ClaimCondition("\(value)", .held("locks/semaphore-of-\(value)"), .always)
      }),
    meaning: ClaimMeaning(
      supported: "It limits how many do a thing at once, whatever threads they are on.",
      refuted: "Do not limit concurrency by a semaphore: count behind a lock.",
      depends: "It kept some limits and others not: count behind a lock.")
  )
}
