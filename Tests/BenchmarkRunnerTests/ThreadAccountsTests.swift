import CSyncShims
import Glibc
import Testing

@testable import BenchmarkRunner

@Suite struct ThreadAccountsTests {
  /// Whether the kernel says how long threads wait for CPUs.
  static let hasSchedstat = sync_thread_run_delay_ns() >= 0

  private func witness(_ body: () -> Void) -> ThreadWitness {
    let accounts = ThreadAccounts()
    let before = accounts.begin()
    body()
    return accounts.end(before)
  }

  // A page fault may put a thread to sleep, but one of many tries stays awake throughout.
  @Test(.enabled(if: hasSchedstat, "the kernel keeps no account"))
  func `a thread that stays awake has a reading of its stolen time`() {
    let isSeen = (0..<1000).contains { _ in
      witness { _ = sync_work(1000) }.stolenNanoseconds != nil
    }
    #expect(isSeen)
  }

  @Test func `a thread that slept has no reading of its stolen time`() {
    let witness = witness { _ = poll(nil, 0, 1) }
    #expect(witness.stolenNanoseconds == nil)
  }

  @Test func `a thread has a reading of its waiting time if the kernel keeps an account`() {
    for isAsleep in [true, false] {
      let witness = witness { if isAsleep { _ = poll(nil, 0, 1) } }
      #expect((witness.waitedNanoseconds != nil) == Self.hasSchedstat)
      #expect(witness.probes.count == 2)
      #expect(witness.probes.allSatisfy { $0.dependentNanoseconds > 0 && $0.ratio > 0 })
    }
  }

  @Test func `accounts close their descriptors`() {
    func next() -> Int32 {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      close(descriptor)
      return descriptor
    }
    // Other tests open files at the same time, but far fewer than a leak of 5000 descriptors.
    let before = next()
    for _ in 0..<5000 { _ = ThreadAccounts() }
    #expect((0..<before + 2500).contains(next()))
  }
}
