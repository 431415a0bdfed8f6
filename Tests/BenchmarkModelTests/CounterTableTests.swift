import BenchmarkModel
import Testing

@Suite struct CounterTableTests {
  private static let id = CaseID(
    suite: "locks", workload: "contended", primitive: "ticket",
    parameters: [Parameter("threads", 2)])

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
    row(.unavailable, event: "a, \"b\":u", reason: "no, \"never\"\nhere\r"),
    row(.invalid, value: 3, pass: .breakpoints, event: CounterRow.closingEvent, reason: "lost 1"),
    row(.failed, pass: .instructions, event: CounterRow.closingEvent, reason: "é 中"),
    CounterRow(
      pass: .allocations, event: "", status: .counted, value: 1, operations: .max,
      enabledNanoseconds: .max, runningNanoseconds: 0),
  ]

  private func read(_ text: String) -> [(id: String, number: Int, row: CounterRow)?] {
    var rows: [(id: String, number: Int, row: CounterRow)?] = []
    CSV.forEachRecord(Array(text.utf8)) { rows.append(CounterTable.row($0)) }
    return rows
  }

  @Test func `rows of every status survive the table, with all of their digits`() throws {
    let text = CounterTable.lines(of: CountedRecord(rows: Self.rows), case: Self.id, number: 3)
    let read = read(text)
    #expect(read.map(\.?.row) == Self.rows)
    #expect(read.allSatisfy { $0?.id == Self.id.description && $0?.number == 3 })
  }

  @Test func `what is absent is an empty field, and a count a whole number`() {
    let record = CountedRecord(rows: [
      Self.row(.counted, value: 12, thread: 1), Self.row(.unavailable, reason: "no PMU"),
    ])
    #expect(
      CounterTable.lines(of: record, case: Self.id, number: 0) == """
        locks/contended/ticket/threads=2,0,counters,1,page-faults,counted,12,7,,,
        locks/contended/ticket/threads=2,0,counters,,page-faults,unavailable,,7,,,no PMU

        """)
  }

  @Test(arguments: [
    (1, "first"), (2, "clock"), (3, "a"), (5, "maybe"), (6, "nan"), (6, "inf"), (6, "1,5"),
    (7, ""), (7, "-1"), (7, "1.5"), (8, "x"), (9, "-1"),
  ])
  func `a field that is none makes no row`(place: Int, text: String) {
    var fields = ["case", "0", "counters", "", "e", "counted", "1", "2", "", "", ""]
    #expect(CounterTable.row(fields) != nil)
    fields[place] = text
    #expect(CounterTable.row(fields) == nil)
  }

  @Test func `a line with too few or too many fields is no row`() {
    let fields = ["case", "0", "counters", "", "e", "counted", "1", "2", "", "", ""]
    #expect(CounterTable.columns.count == fields.count)
    #expect(CounterTable.row(fields.dropLast()) == nil)
    #expect(CounterTable.row(fields + [""]) == nil)
    #expect(CounterTable.row([]) == nil)
  }

  @Test func `a value over operations is one only where there are both`() {
    #expect(Self.row(value: 14).perOperation == 2)
    #expect(Self.row(value: 0).perOperation == 0)
    #expect(Self.row(.unavailable).perOperation == nil)
    var idle = Self.row(value: 14)
    idle.operations = 0
    #expect(idle.perOperation == nil)
  }

  @Test func `a record without its closing row is not closed`() {
    let closing = Self.row(event: CounterRow.closingEvent)
    #expect(CountedRecord().closing == nil)
    #expect(CountedRecord(rows: [Self.row()]).closing == nil)
    #expect(CountedRecord(rows: [Self.row(), closing]).closing == closing)
  }
}
