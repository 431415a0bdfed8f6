import CSyncShims
import SyncPrimitives

/// The scenes, which are scripted tests of a lock.
///
/// Most scenes return the fault, or nil if there is none.
///
/// A scene may block the calling thread, and may start threads.
enum LockScenes {
  // MARK: Trying

  /// Tests that a try succeeds if the lock is free, and fails while another thread holds the lock.
  static func trying(_ proof: LockProof) throws(PosixThreadRefusal) -> String? {
    let probe = proof.make()
    let party = probe.party()
    guard let ifFree = party.ifFree else { return "it can't be tried" }
    for _ in 0..<2 {
      var bodies = 0
      guard ifFree({ bodies += 1 }), bodies == 1 else { return "a try of the free lock failed" }
      let fromElsewhere = SharedValue<Bool?>(nil)
      party.exclusively {
        let succeeded = try? onAnotherThread { probe.party().ifFree?({}) ?? true }
        fromElsewhere.withLock { $0 = succeeded }
      }
      guard fromElsewhere.withLock({ $0 }) == false else {
        return "a try succeeded while another thread held the lock"
      }
    }
    return nil
  }

  /// Tests that threads that only try keep each other out.
  static func tryingTogether(_ proof: LockProof) throws(PosixThreadRefusal) -> String? {
    let probe = proof.make()
    let counter = CacheAligned<UInt64>(0)
    nonisolated(unsafe) let value = counter.pointer
    let times = 500
    let threads = try (0..<3).map { _ throws(PosixThreadRefusal) in
      try Contender { _ in
        let party = probe.party()
        var done = 0
        while done < times {
          if party.ifFree?({ incrementGuarded(value, workSteps: 20) }) ?? true {
            done += 1
          } else {
            sync_yield()
          }
        }
      }
    }
    threads.forEach { $0.join() }
    let total = Int(value.pointee)
    return total == 3 * times ? nil : "\(total) of \(3 * times) updates were kept"
  }

  // MARK: Acquiring again

  /// Tests that a lock that a thread takes three times keeps other threads out until the last
  /// release.
  static func recursing(_ proof: LockProof) throws(PosixThreadRefusal) -> String? {
    let probe = proof.make()
    let parties = (0..<3).map { _ in probe.party() }
    var problem: String?
    var other: Contender?
    func expectKeptOut(_ when: String) {
      if other?.waits() != true { problem = problem ?? "another thread came in \(when)" }
    }
    parties[0].exclusively {
      parties[1].exclusively {
        parties[2].exclusively {
          other = try? Contender(for: probe)
          expectKeptOut("at depth 3")
        }
        expectKeptOut("at depth 2")
      }
      expectKeptOut("at depth 1")
    }
    other?.join()
    return problem ?? (other?.hasEntered == true ? nil : "no thread came in after the last release")
  }

  /// Tests that a try by the holder succeeds or fails, as `expected` says.
  static func tryingAgain(_ proof: LockProof, succeeds expected: Bool) -> String? {
    let probe = proof.make()
    let (first, second) = (probe.party(), probe.party())
    var succeeded = !expected
    first.exclusively { succeeded = second.ifFree?({}) ?? !expected }
    return succeeded == expected
      ? nil : "a try by the holder \(succeeded ? "succeeded" : "failed")"
  }

  /// Whether a second acquisition by the holder returns.
  static func returnsFromRelock(_ proof: LockProof) throws(PosixThreadRefusal) -> Bool {
    let probe = proof.make()
    let thread = try Contender { contender in
      let (first, second) = (probe.party(), probe.party())
      first.exclusively {
        contender.goes()
        second.exclusively { contender.enters() }
      }
    }
    return !thread.waits()
  }

  // MARK: Order

  /// Returns the order in which a lock serves threads that came, one by one, while it was held.
  static func service(_ proof: LockProof, threads: Int) throws(PosixThreadRefusal) -> [Int] {
    let probe = proof.make()
    let served = SharedValue<[Int]>([])
    let party = probe.party()
    var waiting: [Contender] = []
    party.exclusively {
      for index in 0..<threads {
        guard
          let contender = try? Contender(
            for: probe, inside: { served.withLock { $0.append(index) } })
        else { return }
        waiting.append(contender)
        // The next thread comes only when this thread is in line.
        if !contender.waits() { return }
      }
    }
    waiting.forEach { $0.join() }
    return served.withLock { $0 }
  }
}
