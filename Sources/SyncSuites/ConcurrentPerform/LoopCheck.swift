public import BenchmarkRunner
import CSyncShims
import SyncPrimitives
import SyncWorkloads

/// Numbers a case's loops, and checks that each of their indices was done once.
@usableFromInline
final class LoopCheck: Sendable {
  /// Indices of a loop.
  @usableFromInline let iterations: Int
  private let mixSumOfLoop: UInt64
  private let begun = MutexProtected<UInt64>(0)
  /// What the threads had done when the trial's last loop returned.
  private let inTime = MutexProtected(sync_tally_total())

  @usableFromInline
  init(iterations: Int) {
    self.iterations = iterations
    mixSumOfLoop = expectedTally(loops: 1, iterations: iterations).mixSum
  }

  /// The numbers of a trial's loops, which go on from one trial to the next: whole loops, one at least.
  @usableFromInline
  func takeLoops(operations: UInt64) -> Range<UInt64> {
    let count = max(1, operations / UInt64(iterations))
    return begun.withLock { begun in
      let first = begun
      begun &+= count
      return first..<begun
    }
  }

  /// How many indices the loops so far had.
  var indices: UInt64 { begun.withLock { $0 } &* UInt64(iterations) }

  /// Takes what the threads have done; call it as soon as a trial's last loop has returned.
  ///
  /// Later would be too late: an engine that returns before its last index is done would have done it by
  /// then. Helpers may still be leaving, but they have no index any more.
  @usableFromInline
  func noteReturn() {
    let tally = sync_collect_tallies()
    inTime.withLock { $0 = tally }
  }

  /// Waits for helpers that are still leaving, and holds what was done in time against the operations.
  @usableFromInline
  func conclude(_ operations: [UInt64]) -> TrialConclusion {
    waitForRest()
    let done = operations.reduce(0, &+)
    let late = sync_collect_tallies().count
    let tally = inTime.withLock { inTime in
      defer { inTime = sync_tally_total() }
      return inTime
    }
    let violation: String? =
      if late > 0 {
        "\(late) of \(done) indices ran only after their loop had returned"
      } else if tally.count != done {
        "\(tally.count) indices ran, not \(done)"
      } else if tally.mix_sum != mixSumOfLoop &* (done / UInt64(iterations)) {
        "some indices ran twice and others not at all"
      } else {
        nil
      }
    return TrialConclusion(
      operations: done, violation: violation,
      observations: [("threads_seen", Double(tally.threads))])
  }
}
