import BenchmarkModel
import Testing

@testable import BenchmarkRunner

@Suite struct CallgrindRecordTests {
  /// A record of trials of 4 and 8 operations, with 10 instructions per operation and 100 more per
  /// trial.
  ///
  /// The last trial has `disturbance` more instructions.
  private func record(_ disturbance: Int = 0) throws -> CountedRecord {
    let trials = InstructionCount.trials(of: 4)
    let dumps = try trials.enumerated().map { index, operations in
      let more = index == trials.count - 1 ? disturbance : 0
      return try CallgrindDump("events: Ir\nsummary: \(100 + 10 * Int(operations) + more)\n")
    }
    return CallgrindCounting.record(
      try InstructionCount(dumps: dumps, operations: 4, kernel: "loop"))
  }

  @Test func `callgrind's count is a row with the instructions per operation`() throws {
    let record = try record()
    #expect(record.rows.map(\.event) == ["callgrind-instructions", "ops"])
    #expect(record.rows[0].perOperation == 10)
    #expect(record.rows[0].reason.isEmpty)
    #expect(record.rows.allSatisfy { $0.pass == .instructions && $0.status == .counted })
    #expect(record.rows.allSatisfy { $0.operations == 4 * 5 + 8 * 4 })
    #expect(record.closing?.value == 52)
  }

  @Test func `a row's reason gives the difference between trials of the same length`() throws {
    let row = try #require(try record(2).rows.first)
    #expect(row.perOperation == 10)
    #expect(row.reason == "trials of the same length differ by 0.5 instructions per operation")
  }
}
