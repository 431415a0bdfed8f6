import Testing

@testable import PerfEvents

/// Sums of event counts over windows; a window is the time between two snapshots.
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

  @Test func `windows add up, to a scaled sum if a window was scaled or had no counter`() {
    let whole = sum([window(3, 10, 10), window(4, 20, 20)])
    #expect(whole.map(\.reading) == [.counted(7)])
    #expect(whole.map(\.enabledNanoseconds) == [30])
    #expect(whole.map(\.runningNanoseconds) == [30])
    #expect(
      sum([window(30, 10, 10), window(30, 20, 10)]).map(\.reading)
        == [.scaled(90, enabledNanoseconds: 30, runningNanoseconds: 20)])
    #expect(
      sum([window(0, 10, 0), window(30, 10, 10)]).map(\.reading)
        == [.scaled(60, enabledNanoseconds: 20, runningNanoseconds: 10)])
  }

  @Test func `a window that could not be read leaves the sum unknown`() {
    let lost = [EventCount(name: "cycles", state: .unreadable(reason: "lost"))]
    #expect(sum([window(1, 1, 1), lost]).map(\.reading) == [.notCounted(reason: "lost")])
    #expect(sum([lost, window(1, 1, 1)]).map(\.reading) == [.notCounted(reason: "lost")])
  }

  @Test func `an event that did not open stays unavailable in the sum`() {
    let absent = [EventCount(name: "cycles", state: .unavailable(reason: "no PMU"))]
    #expect(sum([absent, absent]).map(\.reading) == [.unavailable(reason: "no PMU")])
  }

  @Test func `windows of the same rate have an error of 0, however long each was counted`() throws {
    let sum = sum([window(20, 10, 10), window(10, 10, 5), window(60, 40, 30)])
    #expect(try #require(sum[0].windows.relativeStandardError) < 1e-6)
    #expect(sum[0].countedShare == 0.75)
  }

  @Test func `the error of a scaled sum is that of a ratio estimator`() throws {
    // Rates of 1 and 3 events per ns in equal times. At their mean of 2 per ns, each window would
    // have 20 events: the residuals are -10 and 10 events.
    let sum = sum([window(10, 20, 10), window(30, 20, 10)])
    let error = try #require(sum[0].windows.relativeStandardError)
    #expect(abs(error - (200.0 / 2).squareRoot() / 20) < 1e-9)
  }

  @Test func `the error of a single window is unknown`() {
    #expect(sum([window(10, 20, 10)])[0].windows.relativeStandardError == nil)
    // A window in which the event was not enabled does not count as a second window.
    #expect(sum([window(10, 20, 10), window(0, 0, 0)])[0].windows.relativeStandardError == nil)
  }

  @Test func `successive turns add up in value and time`() {
    let turns = [
      RawCount(value: 5, enabledNanoseconds: 10, runningNanoseconds: 10),
      RawCount(value: 7, enabledNanoseconds: 14, runningNanoseconds: 14),
    ]
    #expect(RawCount(turns: turns, isRotating: false).reading == .counted(12))
  }

  @Test func `rotating turns are enabled together, and their running times add up`() {
    let turns = [
      RawCount(value: 5, enabledNanoseconds: 20, runningNanoseconds: 10),
      RawCount(value: 4, enabledNanoseconds: 20, runningNanoseconds: 8),
    ]
    #expect(
      RawCount(turns: turns, isRotating: true).reading
        == .scaled(10, enabledNanoseconds: 20, runningNanoseconds: 18))
  }

  @Test func `rotating turns that ran at the same time are not counted twice`() {
    let turn = RawCount(value: 10, enabledNanoseconds: 20, runningNanoseconds: 20)
    #expect(RawCount(turns: [turn, turn], isRotating: true).reading == .counted(10))
  }
}
