import CSyncShims
import Testing

@testable import PerfEvents

/// The filters of the default futex events, on calls that a thread really makes.
@Suite(.enabled(if: Counting.futexes.isPermitted, Counting.futexes.whySkipped))
struct FutexProofTests {
  @Test func `each kind of futex call is counted only under its own name`() throws {
    let names = ["futex-waits", "futex-wakes", "futex-pi-waits", "futex-pi-wakes"]
    let events = DefaultEvents().events.filter { names.contains($0.name) }
    let word = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
    defer { word.deallocate() }
    word.initialize(to: 0)
    var failures = 0
    let counts = Counting.counts(events) {
      // The word is not 1, so that no wait sleeps.
      for _ in 0..<100 { _ = sync_futex_wait(word, 1) }
      for _ in 0..<200 { _ = sync_futex_wake(word, 1) }
      for _ in 0..<300 where sync_futex_lock_pi(word) != 0 || sync_futex_unlock_pi(word) != 0 {
        failures += 1
      }
      for _ in 0..<50 { _ = sync_futex_unlock_pi(word) }
    }
    #expect(failures == 0)
    #expect(counts.map(\.reading) == [100, 200, 300, 350].map { .counted($0) })
  }
}
