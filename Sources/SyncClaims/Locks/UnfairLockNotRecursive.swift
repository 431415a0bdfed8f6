import BenchmarkAnalysis

extension Claim {
  static let unfairLockNotRecursive = Claim(
    id: "unfair-lock-not-recursive", topic: .locks,
    statement: "An unfair lock is not recursive: a thread that takes it twice hangs or is ended.",
    guide: "introductions to locks",
    rule: .each(
      of: "the lock",
      [
        relock("an unfair lock that knows its owner", "relock-unfair-futex-owner"),
        relock("Synchronization.Mutex", "relock-mutex"),
        relock("NSLock", "relock-ns-lock"),
        relock("NIOLock", "relock-nio-lock"),
        relock("a default pthread mutex", "relock-pthread-mutex"),
      ]),
    meaning: ClaimMeaning(
      supported: """
        Never call out with such a lock held, not even to a method of one's own that takes it. Which of the \
        two happens is worth knowing: a lock that ends the process shows where.
        """,
      refuted:
        "All of them let their owner in again: nested calls are safe, and invariants are not.",
      depends:
        "Some locks let their owner in again and others do not: read which, and rely on neither.")
  )

  private static func relock(_ label: String, _ ending: String) -> ClaimCondition {
    ClaimCondition(label, .ended(ending, .hung, .crashed), .always)
  }
}
