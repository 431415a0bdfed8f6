import BenchmarkModel
import Testing

/// Counts of events that take turns on the processor's counters, if an operation takes longer in
/// one turn than in another.
@Suite struct MeanOperationTests {
  /// A row of the process or of a thread, over trials with `operations` operations in total.
  private static func row(
    _ event: String, _ value: Double, operations: UInt64, enabled: UInt64? = nil,
    thread: Int? = nil, status: CounterStatus = .counted
  ) -> CounterRow {
    CounterRow(
      pass: .counters, thread: thread, event: event, status: status, value: value,
      operations: operations, enabledNanoseconds: enabled, runningNanoseconds: enabled)
  }

  /// Two turns of 1000 operations each, at three cycles and five instructions per ns.
  ///
  /// An operation takes 80 ns in the turn that counts cycles, and 120 ns in the turn that counts
  /// instructions.
  private static let launch = CountedRecord(rows: [
    row("cpu-ns", 200_000, operations: 2000),
    row("cycles", 240_000, operations: 1000, enabled: 80_000),
    row("instructions", 600_000, operations: 1000, enabled: 120_000),
  ])

  @Test func `counts of two turns are scaled to an operation of the mean length`() throws {
    let rows = Self.launch.rowsOfMeanOperation
    #expect(rows.map(\.perOperation) == [100, 300, 500])
    #expect(rows.map(\.status) == [.counted, .scaled, .scaled])
  }

  @Test func `a scaled count's error bound reaches to the count before the scaling`() throws {
    for (row, raw) in zip(Self.launch.rowsOfMeanOperation, Self.launch.rows).dropFirst() {
      let value = try #require(row.value)
      let bound = try #require(row.uncertainty) * value
      #expect(abs(abs(value - (raw.value ?? 0)) - bound) < 1e-6 * value)
    }
  }

  @Test func `counts of turns with about the same time per operation are not scaled`() {
    let even = CountedRecord(rows: [
      Self.row("cpu-ns", 201_000, operations: 2000),
      Self.row("cycles", 300_000, operations: 1000, enabled: 100_000),
      Self.row("instructions", 505_000, operations: 1000, enabled: 101_000),
    ])
    #expect(even.rowsOfMeanOperation == even.rows)
  }

  @Test
  func `counts stay unchanged if made in all trials, if already scaled, or if not made by perf`() {
    let others = CountedRecord(rows: [
      Self.row("cpu-ns", 200_000, operations: 2000),
      Self.row("task-clock", 150_000, operations: 2000, enabled: 150_000),
      Self.row("branches", 9000, operations: 1000, enabled: 80_000, status: .scaled),
      Self.row("rusage-user-ns", 9000, operations: 1000),
    ])
    #expect(others.rowsOfMeanOperation == others.rows)
    let withoutTime = CountedRecord(rows: Array(Self.launch.rows.dropFirst()))
    #expect(withoutTime.rowsOfMeanOperation == withoutTime.rows)
  }

  @Test func `a thread's counts are scaled to the mean length of the thread's own operations`() {
    let rows = CountedRecord(rows: [
      Self.row("cpu-ns", 200_000, operations: 2000),
      Self.row("cpu-ns", 90_000, operations: 600, thread: 0),
      Self.row("cycles", 90_000, operations: 300, enabled: 30_000, thread: 0),
    ]).rowsOfMeanOperation
    #expect(rows[2].perOperation == 450)
  }
}
