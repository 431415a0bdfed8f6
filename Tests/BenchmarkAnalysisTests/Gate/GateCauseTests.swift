import BenchmarkModel
import Testing

@testable import BenchmarkAnalysis

@Suite struct GateCauseTests {
  private func row(
    _ event: String, _ value: Double?, pass: CountingPass = .counters, reason: String = ""
  ) -> CounterRow {
    CounterRow(
      pass: pass, event: event, status: value == nil ? .unavailable : .counted, value: value,
      operations: 100, reason: reason)
  }

  private func closing(
    _ pass: CountingPass, _ status: CounterStatus, _ reason: String = ""
  ) -> CounterRow {
    CounterRow(
      pass: pass, event: CounterRow.closingEvent, status: status, value: 100, operations: 100,
      reason: reason)
  }

  private func gap(_ name: String, in cause: GateCause) -> String? {
    cause.gaps.first { $0.contains(name) }?.split(separator: ": ", maxSplits: 1).last.map(
      String.init)
  }

  @Test func `a count that is larger in the candidate is the likely cause`() throws {
    func rows(_ allocations: Double) -> [[CounterRow]] {
      [[row("allocations", allocations, pass: .allocations), row("futex-waits", 50)]]
    }
    let cause = GateCause(baseline: rows(200), candidate: rows(400))
    #expect(cause.counts.map(\.quantity) == ["futex-waits", "allocations"])
    let likely = try #require(cause.likely.first)
    #expect(cause.likely.count == 1)
    #expect(likely.quantity == "allocations")
    #expect((likely.a, likely.b) == (2, 4))
  }

  @Test func `a count that is smaller in the candidate is no cause`() {
    let cause = GateCause(
      baseline: [[row("futex-waits", 400)]], candidate: [[row("futex-waits", 200)]])
    #expect(cause.counts.map(\.differs) == [true])
    #expect(cause.likely.isEmpty)
  }

  @Test func `counts whose ranges over the launches overlap do not differ`() {
    let cause = GateCause(
      baseline: [[row("futex-waits", 10)], [row("futex-waits", 30)]],
      candidate: [[row("futex-waits", 20)], [row("futex-waits", 60)]])
    #expect(cause.counts.map(\.differs) == [false])
  }

  @Test func `a quantity is taken from an event that both sides counted`() {
    let baseline = [row("voluntary-switches", 5), row("rusage-voluntary-switches", 7)]
    let usage = row("rusage-voluntary-switches", 90)
    let denied = row("voluntary-switches", nil, reason: "denied")
    let both = GateCause(baseline: [baseline], candidate: [[denied, usage]])
    #expect(both.counts.map(\.event) == ["rusage-voluntary-switches"])
    #expect(both.counts.map(\.b) == [0.9])

    let user = GateCause(
      baseline: [[row("instructions", 500)]], candidate: [[row("instructions:u", 900)]])
    #expect(user.counts.isEmpty)
    #expect(gap("instructions", in: user) == "the two sides counted it in different ways")
  }

  @Test func `an event counted in user mode on both sides is compared`() {
    let cause = GateCause(
      baseline: [[row("instructions:u", 500)]], candidate: [[row("instructions:u", 900)]])
    #expect(cause.likely.map(\.event) == ["instructions:u"])
  }

  @Test func `cycles are the cost and no cause`() {
    let cause = GateCause(baseline: [[row("cycles", 100)]], candidate: [[row("cycles", 900)]])
    #expect(cause.counts.isEmpty)
    #expect(gap("cycles", in: cause) == nil)
  }

  @Test func `each reason is given once, after the quantities that it kept from being counted`() {
    let rows = [
      row("futex-waits", nil, reason: "no tracefs"), row("futex-wakes", nil, reason: "no tracefs"),
      row("instructions", nil, reason: "no PMU"),
    ]
    let cause = GateCause(baseline: [rows], candidate: [rows])
    #expect(cause.counts.isEmpty)
    #expect(cause.gaps.contains("futex-waits, futex-wakes: no tracefs"))
    #expect(cause.gaps.contains("instructions: no PMU"))
    #expect(gap("page-faults", in: cause) == "not counted")
  }

  @Test func `a quantity that only one side counted is a gap of the other side`() {
    let cause = GateCause(
      baseline: [[row("futex-waits", 5)]],
      candidate: [[row("futex-waits", nil, reason: "denied")]])
    #expect(gap("futex-waits", in: cause) == "not in the candidate: denied")
    let mirrored = GateCause(baseline: [], candidate: [[row("futex-waits", 5)]])
    #expect(gap("futex-waits", in: mirrored) == "not in the baseline: not counted")
  }

  @Test func `a launch that failed or lost updates has no counts, and its reason is a gap`() {
    let lost = [
      row("allocations", 900, pass: .allocations),
      closing(.allocations, .invalid, "lost 3 updates"),
    ]
    let failed = [closing(.counters, .failed, "killed by SIGSEGV")]
    let cause = GateCause(
      baseline: [[row("allocations", 100, pass: .allocations), closing(.allocations, .counted)]],
      candidate: [lost, failed])
    #expect(cause.counts.isEmpty)
    #expect(gap("allocations", in: cause) == "not in the candidate: lost 3 updates")
    #expect(gap("futex-waits", in: cause) == "killed by SIGSEGV")
  }

  @Test func `a cause without launches has one gap for all quantities`() {
    let cause = GateCause(baseline: [], candidate: [])
    #expect(cause.counts.isEmpty)
    #expect(cause.gaps.count == 1)
    #expect(cause.gaps[0].hasSuffix(": not counted"))
  }
}
