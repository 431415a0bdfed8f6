import BenchmarkModel
import BenchmarkStatistics
import Testing

@Suite struct LatencyListTests {
  private let id = CaseID(suite: "locks", workload: "waits", primitive: "ticket", parameters: [])

  private func line(_ rows: [(UInt64, UInt64)]) -> String {
    let rows = rows.map { LatencyRow(valueNanoseconds: $0, count: $1) }
    return RawTable.latency.lines(
      of: LaunchRecord(latencies: rows), case: id, launch: 3)
  }

  /// The latencies of the rows of `text`; nil if a row is refused.
  private func read(_ text: String) -> [LatencyRow]? {
    var record = LaunchRecord()
    var isRead = true
    text.forEachRecord { fields in
      let before = record
      if !RawTable.latency.add(fields, to: &record) {
        isRead = false
        #expect(record == before, "a refused row adds nothing")
      }
    }
    return isRead ? record.latencies : nil
  }

  private func row(_ field: String) -> String { CSV.line([id.description, "3", field]) }

  @Test func `latencies are written as one row of differences between successive values`() {
    #expect(line([(12, 1), (42, 4), (43, 1), (45, 7)]) == row("12 30*4 1 2*7"))
    #expect(line([(0, 1)]) == row("0"))
    #expect(line([(0, .max), (.max, .max)]) == row("0*\(UInt64.max) \(UInt64.max)*\(UInt64.max)"))
  }

  @Test func `values are sorted, equal values merged, and values with a count of 0 left out`() {
    #expect(line([(43, 1), (12, 1), (42, 1), (7, 0), (42, 3)]) == row("12 30*4 1"))
    #expect(line([(7, 0)]) == "")
    #expect(line([]) == "")
  }

  @Test func `two counts of a value stay apart if their sum exceeds 64 bits, and none is lost`() {
    let rows = read(line([(5, .max), (6, 1), (5, 2)])) ?? []
    #expect(rows.map(\.valueNanoseconds) == [5, 5, 6])
    #expect(sums(rows) == [5: UInt128(UInt64.max) + 2, 6: 1])
  }

  @Test func `a list is also read in quotes, with leading zeros or before a carriage return`() {
    let rows = [
      LatencyRow(valueNanoseconds: 12, count: 1), LatencyRow(valueNanoseconds: 42, count: 4),
    ]
    #expect(read("x,3,12 30*4\n") == rows)
    #expect(read("x,3,\"12 30*4\"\n") == rows)
    #expect(read("x,3,12 30*4\r\n") == rows)
    #expect(read("x,3,012*1 0030*04\n") == rows)
  }

  @Test(arguments: [
    // An entry is missing.
    "", " ", " 1", "1 ", "1  2", "1 2 ",
    // A number is missing.
    "*", "*2", "1*", "1* 2", "1**2", "1*2*3", "1 *2", "1 * 2",
    // A character is not a digit.
    "-1", "+1", "1.0", "1e3", "0x1", "x", "1x", "1 x", "1\t2", "1;2", "1*-2", "1*+2", "٧", "1\0",
    "1\u{a0}2", "\"1\"", "1 \"\" 2", "1,2", "1\n2", "1\r",
    // A count is 0.
    "1*0", "1 2*0", "1 2*000 3",
    // A number, or the sum of the differences, exceeds 64 bits.
    "18446744073709551616", "1*18446744073709551616", "184467440737095516150",
    "99999999999999999999999999999999", "18446744073709551615 1", "1 18446744073709551615",
    "9223372036854775808 9223372036854775808", "0 18446744073709551615 0 1",
  ])
  func `a field that is not a list of latencies is refused`(field: String) {
    #expect(read(row(field)) == nil)
  }

  @Test func `random bytes of a list's alphabet are refused, or read as rows that survive writing`()
  {
    let bytes = Array("0123456789   **,\"-".utf8)
    var random = SplitMix64(seed: 17)
    var lists = 0
    for _ in 0..<20_000 {
      let field = (0..<random.next(below: 30)).map { _ in
        bytes[Int(random.next(below: UInt64(bytes.count)))]
      }
      guard let rows = read(row(String(decoding: field, as: UTF8.self))) else { continue }
      lists += 1
      let values = rows.map(\.valueNanoseconds)
      #expect(values == values.sorted())
      #expect(rows.allSatisfy { $0.count > 0 })
      expectWrittenAgain(rows)
    }
    #expect(lists > 100)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a random histogram is read as it was written, whatever the order of its rows`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    // The histogram has values and counts of every size up to 64 bits, and values close together.
    var histogram: [UInt64: UInt64] = [:]
    for _ in 0..<random.next(below: 400) {
      let value = random.next() >> random.next(below: 64)
      histogram[value] = max(1, random.next() >> random.next(below: 64))
      histogram[value / 2 + random.next(below: 4)] = 1
    }
    let unsorted = histogram.map { LatencyRow(valueNanoseconds: $0, count: $1) }
    expectWrittenAgain(unsorted)
    // A count that is divided into two rows is the same count.
    let parted = unsorted.flatMap { row in
      let part = row.count / 3
      return [part, row.count - part].map {
        LatencyRow(valueNanoseconds: row.valueNanoseconds, count: $0)
      }
    }
    expectWrittenAgain(parted.reversed())
    #expect(Set((read(text(of: parted)) ?? []).map(\.valueNanoseconds)) == Set(histogram.keys))
  }

  private func text(of rows: [LatencyRow]) -> String {
    line(rows.map { ($0.valueNanoseconds, $0.count) })
  }

  /// Expects that rows are read back ascending with the same counts, and written the same again.
  private func expectWrittenAgain(_ rows: [LatencyRow]) {
    let written = text(of: rows)
    let again = read(written) ?? []
    // The rows are compared outside the expectation, which would print all of them if it failed.
    let isSame = sums(again) == sums(rows)
    #expect(isSame)
    let isAscending = again.map(\.valueNanoseconds) == again.map(\.valueNanoseconds).sorted()
    #expect(isAscending)
    let isStable = text(of: again) == written
    #expect(isStable)
  }

  /// The count of each value, in 128 bits.
  private func sums(_ rows: [LatencyRow]) -> [UInt64: UInt128] {
    rows.reduce(into: [:]) { sums, row in
      if row.count > 0 { sums[row.valueNanoseconds, default: 0] += UInt128(row.count) }
    }
  }
}
