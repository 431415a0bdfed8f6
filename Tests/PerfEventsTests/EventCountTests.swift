import Testing

@testable import PerfEvents

/// Sums over trials.
struct EventCountTests {
  private func window(_ value: UInt64, _ enabled: UInt64, _ running: UInt64) -> [EventCount] {
    let raw = RawCount(value: value, enabledNanoseconds: enabled, runningNanoseconds: running)
    return [EventCount(name: "cycles", state: .raw(raw))]
  }

  private func sum(_ windows: [[EventCount]]) -> [EventCount] {
    var sum: [EventCount] = []
    for window in windows { sum.accumulate(window) }
    return sum
  }

  @Test func `whole counts add up to a whole count`() {
    let sum = sum([window(3, 10, 10), window(4, 20, 20)])
    #expect(sum.map(\.reading) == [.counted(7)])
    #expect(sum.map(\.enabledNanoseconds) == [30])
    #expect(sum.map(\.runningNanoseconds) == [30])
  }

  @Test func `one scaled window makes the sum scaled`() {
    let sum = sum([window(30, 10, 10), window(30, 20, 10)])
    #expect(sum.map(\.reading) == [.scaled(90, enabledNanoseconds: 30, runningNanoseconds: 20)])
  }

  @Test func `a window without a counter is made up for by the others`() {
    let sum = sum([window(0, 10, 0), window(30, 10, 10)])
    #expect(sum.map(\.reading) == [.scaled(60, enabledNanoseconds: 20, runningNanoseconds: 10)])
  }

  @Test func `a window that could not be read leaves the sum unknown`() {
    let lost = [EventCount(name: "cycles", state: .unreadable(reason: "lost"))]
    #expect(sum([window(1, 1, 1), lost]).map(\.reading) == [.notCounted(reason: "lost")])
    #expect(sum([lost, window(1, 1, 1)]).map(\.reading) == [.notCounted(reason: "lost")])
  }

  @Test func `what did not open stays unavailable`() {
    let absent = [EventCount(name: "cycles", state: .unavailable(reason: "no PMU"))]
    #expect(sum([absent, absent]).map(\.reading) == [.unavailable(reason: "no PMU")])
  }
}
