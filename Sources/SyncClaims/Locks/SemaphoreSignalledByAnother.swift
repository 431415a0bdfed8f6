import BenchmarkAnalysis

extension Claim {
  static let semaphoreSignalledByAnother = Claim(
    id: "semaphore-signalled-by-another", topic: .locks,
    statement: "A semaphore may be signalled by another thread than the one that waited for it.",
    guide: "introductions to semaphores",
    rule: .all([
      ClaimCondition(
        "attempts in which another thread let the waiter in again",
        .held("locks/semaphore-signalled-by-another"), .always)
    ]),
    meaning: ClaimMeaning(
      supported: """
        A semaphore can pass a message from thread to thread, which a lock can't: it has no owner. For the \
        same reason nothing notices a signal too many.
        """,
      refuted: "Signal from the thread that waited, or use a condition.",
      depends: "It went wrong at times: use a condition until it is known why.")
  )
}
