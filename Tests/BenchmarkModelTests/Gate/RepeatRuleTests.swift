import BenchmarkModel
import Testing

@Suite struct RepeatRuleTests {
  /// A launch with the elapsed and the stolen time of each trial in ms; nil for unreported steal.
  private func launch(_ trials: (elapsed: UInt64, steal: UInt64?)...) -> LaunchRecord {
    LaunchRecord(
      trials: trials.enumerated().map { number, trial in
        TrialRow(
          trial: number, startNanoseconds: 0, operations: 1,
          elapsedNanoseconds: trial.elapsed * 1_000_000,
          stealNanoseconds: trial.steal.map { $0 * 1_000_000 })
      })
  }

  /// The reason to repeat a pair, which must be the same if the sides are exchanged.
  private func reason(
    _ one: LaunchRecord, _ other: LaunchRecord, cpus: Int = 1
  ) -> String? {
    let reason = RepeatRule.reason(one, other, onlineCPUs: cpus)
    #expect(RepeatRule.reason(other, one, onlineCPUs: cpus) == reason)
    return reason
  }

  @Test func `a pair is repeated if more than a twentieth of the CPUs' time was stolen`() {
    let quiet = launch((500, 0))
    #expect(reason(quiet, launch((500, 50))) == nil)
    #expect(reason(quiet, launch((500, 60))) == "6 % of the CPUs' time was stolen")
    #expect(reason(launch((500, 30)), launch((500, 30))) == "6 % of the CPUs' time was stolen")
  }

  @Test func `the stolen time of all trials counts together, because it comes in whole ticks`() {
    let one = launch((200, 0), (200, 120), (100, 0))
    #expect(reason(one, launch((250, 0), (250, 0))) == "12 % of the CPUs' time was stolen")
  }

  @Test
  func `stolen time is the sum over all CPUs, so it is compared with the time of all CPUs`() {
    let pair = (launch((500, 60)), launch((500, 60)))
    #expect(reason(pair.0, pair.1, cpus: 1) == "12 % of the CPUs' time was stolen")
    #expect(reason(pair.0, pair.1, cpus: 2) == "6 % of the CPUs' time was stolen")
    #expect(reason(pair.0, pair.1, cpus: 3) == nil)
  }

  // A tick is 10 ms.
  @Test func `a single stolen tick is no reason to repeat, however short the trials`() {
    #expect(reason(launch((5, 10)), launch((5, 0))) == nil)
    #expect(reason(launch((5, 10)), launch((5, 10))) == "100 % of the CPUs' time was stolen")
    #expect(reason(launch((5, 60)), launch((5, 60))) == "100 % of the CPUs' time was stolen")
  }

  @Test func `a pair is not repeated if the kernel does not report stolen time`() {
    #expect(reason(launch((5, nil)), launch((5, 1000))) == nil)
    #expect(reason(launch((5, 1000), (5, nil)), launch((5, 1000))) == nil)
    #expect(reason(launch(), launch((5, 1000))) == nil)
  }

  @Test func `operations, switches and failed checks are no reason to repeat a pair`() {
    var slow = launch((500, 0))
    slow.trials[0].operations = 1_000_000
    slow.trials[0].involuntarySwitches = 1_000_000
    slow.trials[0].isVerified = false
    #expect(reason(slow, launch((5000, 0))) == nil)
  }
}
