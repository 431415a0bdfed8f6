import BenchmarkModel
import Testing

@Suite struct CounterTableTests {
  private static let id = ModelFixture.id()

  private static func row(
    _ status: CounterStatus = .counted, value: Double? = nil, pass: CountingPass = .counters,
    thread: Int? = nil, event: String = "page-faults", reason: String = ""
  ) -> CounterRow {
    CounterRow(
      pass: pass, thread: thread, event: event, status: status, value: value, operations: 7,
      reason: reason)
  }

  private static let rows = [
    row(.counted, value: 0), row(.counted, value: 12, thread: 0),
    row(.scaled, value: 1.0 / 3, thread: 63), row(.counted, value: 9_007_199_254_740_992),
    row(.counted, value: 1.8e19), row(.scaled, value: 8.5e15 + 0.5),
    row(.counted, value: .leastNonzeroMagnitude), row(.counted, value: -2.25),
    row(.notCounted, reason: "never given a counter"),
    row(.unavailable, event: "a, \"b\":u", reason: "no, \"never\" here"),
    row(.invalid, value: 3, pass: .breakpoints, event: CounterRow.closingEvent, reason: "lost 1"),
    row(.failed, pass: .instructions, event: CounterRow.closingEvent, reason: "é 中"),
    CounterRow(
      pass: .allocations, event: "", status: .counted, value: 1, operations: .max,
      enabledNanoseconds: .max, runningNanoseconds: 0),
    CounterRow(
      pass: .counters, event: "cycles", status: .scaled, value: 1.5, operations: 1,
      enabledNanoseconds: 4, runningNanoseconds: 3, reason: "scaled", uncertainty: 1.0 / 3),
  ]

  private func row(_ fields: [String]) -> CounterRow? {
    var row: CounterRow?
    CSV.line(fields).forEachRecord { row = CounterTable.row($0)?.row }
    return row
  }

  @Test func `rows of every status survive the table with all their digits`() throws {
    let text = CounterTable.lines(of: CountedRecord(rows: Self.rows), case: Self.id, number: 3)
    var rows: [CounterRow?] = []
    text.forEachRecord { fields in
      #expect(fields[0] == Self.id.description)
      #expect(CounterTable.row(fields)?.number == 3)
      rows.append(CounterTable.row(fields)?.row)
    }
    #expect(rows == Self.rows)
  }

  @Test func `an absent value is an empty field, and a count is written as an integer`() {
    let record = CountedRecord(rows: [
      Self.row(.counted, value: 12, thread: 1), Self.row(.unavailable, reason: "no PMU"),
    ])
    #expect(
      CounterTable.lines(of: record, case: Self.id, number: 0) == """
        locks/contended/ticket/threads=2,0,counters,1,page-faults,counted,12,7,,,,
        locks/contended/ticket/threads=2,0,counters,,page-faults,unavailable,,7,,,no PMU,

        """)
  }

  @Test(arguments: [
    (1, "first"), (2, "clock"), (3, "a"), (5, "maybe"), (6, "nan"), (6, "inf"), (6, "1,5"),
    (7, ""), (7, "-1"), (7, "1.5"), (8, "x"), (9, "-1"), (11, "little"), (11, "nan"),
  ])
  func `a row with a malformed field is refused`(index: Int, text: String) {
    var fields = ["case", "0", "counters", "", "e", "counted", "1", "2", "", "", "", ""]
    #expect(row(fields) != nil)
    fields[index] = text
    #expect(row(fields) == nil)
  }

  @Test func `a line with too few or too many fields is refused`() {
    let fields = ["case", "0", "counters", "", "e", "counted", "1", "2", "", "", "", ""]
    #expect(CounterTable.columns(of: nil).count == fields.count)
    #expect(row(fields.dropLast(2)) == nil)
    #expect(row(fields + [""]) == nil)
    #expect(row([]) == nil)
  }

  @Test func `a value per operation needs a value and operations`() {
    #expect(Self.row(value: 14).perOperation == 2)
    #expect(Self.row(value: 0).perOperation == 0)
    #expect(Self.row(.unavailable).perOperation == nil)
    var idle = Self.row(value: 14)
    idle.operations = 0
    #expect(idle.perOperation == nil)
  }

  @Test func `a record has a closing row only if it has a row of the closing event`() {
    let closing = Self.row(event: CounterRow.closingEvent)
    #expect(CountedRecord().closing == nil)
    #expect(CountedRecord(rows: [Self.row()]).closing == nil)
    #expect(CountedRecord(rows: [Self.row(), closing]).closing == closing)
  }
}
