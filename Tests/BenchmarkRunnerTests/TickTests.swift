import Testing

@testable import BenchmarkRunner

@Suite struct TickTests {
  private func record(_ times: [UInt64]) -> TickRecord {
    var record = TickRecord()
    record.isMeasured = true
    for ticks in times { record.record(from: 1000, to: 1000 + ticks) }
    return record
  }

  private let halfNanosecond = TickLength(
    from: TickInstant(ticks: 100, nanoseconds: 7), to: TickInstant(ticks: 2100, nanoseconds: 1007))

  @Test func `ticks are converted to nanoseconds by two instants, and back`() {
    #expect(halfNanosecond.nanoseconds(of: 3000) == 1500)
    #expect(halfNanosecond.nanoseconds(of: 3) == 2)
    #expect(halfNanosecond.ticks(of: 1500) == 3000)
  }

  @Test func `a clock that stood still gives a time of 0`() {
    let instant = TickInstant(ticks: 9, nanoseconds: 9)
    let none = TickLength(from: instant, to: TickInstant(ticks: 9, nanoseconds: 50))
    #expect(none.nanoseconds(of: 1 << 39) == 0)
    #expect(none.ticks(of: 1000) == 0)
  }

  @Test(arguments: [true, false])
  func `the tick of either clock is calibrated, and that of the monotonic clock is about 1 ns`(
    readsCounter: Bool
  ) {
    guard !readsCounter || TickClock.ofThisMachine().readsCounter else { return }
    let clock = TickClock(readsCounter: readsCounter)
    let start = TickInstant.now(clock)
    let tick = TickCalibration(clock).tickLength()
    let end = TickInstant.now(clock)
    #expect(end.ticks > start.ticks)
    #expect(tick.nanoseconds > 0)
    if !readsCounter { #expect((tick.nanoseconds - 1).magnitude < 0.01) }
  }

  @Test
  func `the CPU's counter is trusted if it is invariant and the kernel's list, if any, has it`() {
    #expect(TickClock.trustsCounter(isInvariant: true, clockSources: "kvm-clock tsc acpi_pm\n"))
    #expect(TickClock.trustsCounter(isInvariant: true, clockSources: "arch_sys_counter\n"))
    #expect(TickClock.trustsCounter(isInvariant: true, clockSources: nil))
    #expect(!TickClock.trustsCounter(isInvariant: true, clockSources: "hpet acpi_pm\n"))
    #expect(!TickClock.trustsCounter(isInvariant: false, clockSources: "tsc\n"))
  }

  @Test func `a recorded value is off by 0.1 % at most, and a small value is exact`() {
    var indices: [Int] = []
    for bit in 0..<40 {
      for value in [UInt64(1) << bit, (UInt64(3) << bit) / 2, (UInt64(2) << bit) - 1] {
        let index = TickRecord.index(of: value)
        let seen = TickRecord.value(at: index)
        #expect(max(seen, value) - min(seen, value) <= value / 1000)
        #expect(value > 2047 || seen == value)
        indices.append(index)
      }
    }
    #expect(indices == indices.sorted())
    #expect(TickRecord.index(of: 2047) == 2047 && TickRecord.index(of: 2048) == 2048)
  }

  @Test func `recorded values are in nanoseconds with three digits, and equal values share a row`()
  {
    let values = record([10, 11, 12, 12, 4_000_000, 4_000_900]).values(halfNanosecond)
    #expect(values.map(\.nanoseconds) == [5, 6, 2_000_000])
    #expect(values.map(\.count) == [1, 3, 2])
  }

  @Test(
    arguments: [(999, 999), (1004, 1000), (1005, 1010), (9996, 10_000), (0, 0)]
      as [(UInt64, UInt64)])
  func `a figure is rounded to three digits`(value: UInt64, kept: UInt64) {
    #expect(toThreeDigits(value) == kept)
  }

  @Test func `the records of several threads are added up`() {
    let records = TickRecords(threads: 2)
    for (record, times) in zip(records.threads, [[4, 4, 900], [4, 70_000]] as [[UInt64]]) {
      for ticks in times { record.pointee.record(from: 0, to: ticks) }
    }
    let values = records.values(halfNanosecond)
    #expect(values.map(\.nanoseconds) == [2, 450, 35_000])
    #expect(values.map(\.count) == [3, 1, 1])
    #expect(records.longest(halfNanosecond) == [450, 35_000])
  }

  @Test func `a check needs one recorded time for each operation of a trial`() {
    var record = record([1, 2])
    #expect(record.conclude(operations: 2) == nil)
    record.record(from: 0, to: 3)
    #expect(record.conclude(operations: 2) == "timed 1 of 2 operations")
    record.record(from: 0, to: 4)
    #expect(record.conclude(operations: 1) == nil)
    #expect(record.total == 4)
  }

  @Test func `the times of a warm-up are checked and discarded`() {
    var record = TickRecord()
    record.record(from: 0, to: 500)
    #expect(record.conclude(operations: 1) == nil)
    #expect(record.total == 0 && record.longest == 0)
    record.isMeasured = true
    record.record(from: 0, to: 20)
    #expect(record.conclude(operations: 1) == nil)
    #expect(record.total == 1 && record.longest == 20)
  }

  @Test func `a time that is negative, or too long, is reported and not recorded`() {
    var record = record([5])
    record.record(from: 10, to: 9)
    #expect(
      record.conclude(operations: 2) == "1 of 2 times were negative: the CPUs' counters differ")
    record.record(from: 10, to: 10 + 1 << 40)
    #expect(record.conclude(operations: 1) == "1 of 1 times were too long to record")
    #expect(record.total == 1 && record.longest == 5)
  }
}
