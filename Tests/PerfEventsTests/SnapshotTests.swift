import Glibc
import Testing

@testable import PerfEvents

/// The difference of two readings, on buffers as kernels fill them.
struct SnapshotTests {
  private static let cycles = CounterGroup.Member(event: 0, id: 501)
  private static let instructions = CounterGroup.Member(event: 1, id: 502)

  /// A group of a leader and two events, as a machine with a PMU has it.
  private static let layout: SnapshotLayout = {
    var group = CounterGroup(leader: 3)
    group.descriptors = [3, 4, 5]
    group.members = [cycles, instructions]
    return SnapshotLayout(
      outcomes: [
        OpenOutcome(name: "cycles"), OpenOutcome(name: "instructions"),
        OpenOutcome(name: "energy", refusal: .noSuchEvent(type: 20)),
      ], groups: [group])
  }()

  private func snapshot(_ words: [UInt64], failing errno: UInt64 = 0) -> Snapshot {
    var snapshot = Snapshot(Self.layout)
    snapshot.words = [errno] + words
    return snapshot
  }

  /// A reading of the group: the number of its events, the times enabled and running in ns, then
  /// the value and the ID of each event, the leader first.
  private let before: [UInt64] = [3, 1000, 1000, 0, 500, 100, 501, 200, 502]

  private func readings(_ after: [UInt64]) -> [Reading] {
    snapshot(after).difference(since: snapshot(before)).map(\.reading)
  }

  private static let lacking = Reading.notCounted(
    reason: "not in the kernel's reading of its group")

  @Test(
    arguments: [
      // The counter was held all the time, so the count is exact.
      ([3, 3000, 3000, 0, 500, 1100, 501, 4200, 502], [.counted(1000), .counted(4000)]),
      // The counter was shared, so the count is scaled up to the whole time.
      (
        [3, 5000, 2000, 0, 500, 1100, 501, 4200, 502],
        [
          .scaled(4000, enabledNanoseconds: 4000, runningNanoseconds: 1000),
          .scaled(16000, enabledNanoseconds: 4000, runningNanoseconds: 1000),
        ]
      ),
      // The events are found by their ids, in any order.
      ([3, 3000, 3000, 4200, 502, 0, 500, 1100, 501], [.counted(1000), .counted(4000)]),
      // This reading lacks an event.
      ([2, 3000, 3000, 0, 500, 4200, 502, 0, 0], [lacking, .counted(4000)]),
      // This reading announces more events than it holds.
      ([.max, 3000, 3000, 0, 500, 0, 7, 4200, 502], [lacking]),
    ] as [([UInt64], [Reading])])
  func `a count is the difference of two readings, scaled up if its counter was shared`(
    after: [UInt64], expected: [Reading]
  ) {
    #expect(readings(after).prefix(expected.count) == expected[...])
  }

  @Test func `an event whose counter never ran is not counted, instead of counted as 0`() {
    let reading = readings([3, 5000, 1000, 0, 500, 100, 501, 200, 502])[0]
    #expect(reading.value == nil)
    #expect(reading.reason?.hasPrefix("never scheduled") == true)
  }

  @Test func `an event that was never enabled is not counted`() {
    let reading = readings(before)[0]
    #expect(reading.value == nil)
    #expect(reading.reason?.hasPrefix("never enabled") == true)
  }

  @Test func `a count is right across the wrap-around of its counter`() {
    let before = snapshot([3, 0, 0, 0, 500, .max - 4, 501, 0, 502])
    let after = snapshot([3, 9, 9, 0, 500, 5, 501, 0, 502])
    #expect(after.difference(since: before)[0].reading == .counted(10))
  }

  @Test func `an event that did not open keeps its place and its reason`() {
    let counts = snapshot(before).difference(since: snapshot(before))
    #expect(counts.map(\.name) == ["cycles", "instructions", "energy"])
    #expect(
      counts[2].reading
        == .unavailable(
          reason: "this machine has no such unit: see /sys/bus/event_source/devices"))
    #expect(counts[2].enabledNanoseconds == nil)
  }

  @Test func `a reading that failed leaves its events unknown`() {
    let failed = snapshot(before, failing: UInt64(EIO))
    let counts = failed.difference(since: snapshot(before))
    #expect(
      counts[0].reading
        == .notCounted(reason: "the kernel did not let it be read: Input/output error"))
  }
}

/// Readings that fail while the kernel is busy with the group.
struct TransientReadTests {
  @Test(arguments: [ECHILD, EINTR, EAGAIN])
  func `a reading with a temporary failure is repeated`(errno: Int32) {
    let kernel = FakeKernel()
    let set = CounterSet([Example.faults], scope: .process, kernel: kernel, paranoid: nil)
    kernel.pass(enabled: 1, running: 1)
    let before = set.snapshot()
    kernel.pass(enabled: 1, running: 1)
    kernel.failReads([Int32](repeating: errno, count: 20))
    #expect(set.snapshot().difference(since: before)[0].reading == .counted(0))
  }

  @Test func `a temporary failure that lasts ends the reading after 1000 attempts`() {
    let kernel = FakeKernel()
    let set = CounterSet([Example.faults], scope: .process, kernel: kernel, paranoid: nil)
    let before = set.snapshot()
    kernel.failReads([Int32](repeating: ECHILD, count: 5000))
    #expect(
      set.snapshot().difference(since: before)[0].reading
        == .notCounted(reason: "the kernel did not let it be read: No child processes"))
    #expect(kernel.failuresLeft == 4000)
  }

  @Test func `a reading with any other failure is not repeated`() {
    let kernel = FakeKernel()
    let set = CounterSet([Example.faults], scope: .process, kernel: kernel, paranoid: nil)
    kernel.failReads([EIO, EIO])
    _ = set.snapshot()
    #expect(kernel.failuresLeft == 1)
  }
}
