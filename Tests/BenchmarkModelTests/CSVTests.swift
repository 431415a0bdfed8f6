import BenchmarkModel
import BenchmarkStatistics
import Testing

@Suite struct CSVTests {
  @Test func `a plain field is not quoted`() {
    #expect(CSV.line(["case", "", "1.5", "a b", "it's"]) == "case,,1.5,a b,it's\n")
  }

  @Test(arguments: [
    ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("two\nlines", "\"two\nlines\""),
    ("carriage\rreturn", "\"carriage\rreturn\""), ("\"", "\"\"\"\""), ("\r\n", "\"\r\n\""),
  ])
  func `a field with a comma, a quote or an end of line is quoted`(field: String, text: String) {
    #expect(CSV.line([field]) == text + "\n")
    #expect(CSV.line(["x", field, "y"]) == "x,\(text),y\n")
  }

  @Test(arguments: [
    ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
    ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
    ("\"a\",\"b\"\r\n\"c\",d\r\n", [["a", "b"], ["c", "d"]]),
    ("\"a,\"\"b\"\"\nc\",d\n", [["a,\"b\"\nc", "d"]]),
    (",\n", [["", ""]]),
    ("\"\",\"\"\n", [["", ""]]),
    ("a,\r\n", [["a", ""]]),
    ("\n", [[""]]),
    ("", []),
    ("näs,日本\n", [["näs", "日本"]]),
  ])
  func `records are read as RFC 4180 defines, with LF or CRLF`(text: String, records: [[String]]) {
    #expect(read(text) == records)
  }

  @Test(arguments: [
    "c", "c,", "c,d", "c,\"d", "c,\"d\"", "c,\"d\n", "c,\"d\"\"", "c,\"d\ne\nf", "\"", "c,d\r",
    "c,\"d\"\r",
  ])
  func `an incomplete last record is left out`(tail: String) {
    #expect(read("a,b\n" + tail) == [["a", "b"]])
  }

  @Test func `a file that is cut off anywhere has the records that are complete`() {
    let records = [["a", "b,\"\n"], ["", "x\r\ny"], ["é", "\"\""], ["1", "2"]]
    let bytes = Array(records.map(CSV.line).joined().utf8)
    var ends: [Int] = [0]
    for record in records { ends.append(ends[ends.count - 1] + CSV.line(record).utf8.count) }
    for length in 0...bytes.count {
      let whole = ends.lastIndex { $0 <= length } ?? 0
      #expect(read(bytes[..<length]) == Array(records.prefix(whole)))
    }
  }

  @Test func `random fields survive writing and reading`() {
    var random = SplitMix64(seed: 3)
    let pieces = [",", "\"", "\n", "\r", "\r\n", "a", " ", "é", "👩‍🚀", "\u{301}", "\0", ""]
    for _ in 0..<500 {
      let records = (0..<random.next(below: 4)).map { _ in
        (0...random.next(below: 4)).map { _ in
          (0..<random.next(below: 6)).map { _ in
            pieces[Int(random.next(below: UInt64(pieces.count)))]
          }.joined()
        }
      }
      // Scalars are compared, because Swift takes CR LF, or a letter and its accent, as one
      // character.
      #expect(scalars(read(records.map(CSV.line).joined())) == scalars(records))
    }
  }

  private func read(_ text: String) -> [[String]] { read(Array(text.utf8)[...]) }

  private func read(_ bytes: ArraySlice<UInt8>) -> [[String]] {
    var records: [[String]] = []
    CSV.forEachRecord(Array(bytes)) { records.append(copy $0) }
    return records
  }

  private func scalars(_ records: [[String]]) -> [[[Unicode.Scalar]]] {
    records.map { $0.map { Array($0.unicodeScalars) } }
  }
}
