import BenchmarkStatistics
import Testing

@testable import BenchmarkModel

extension String {
  /// Calls `body` with the fields of each record of the string.
  func forEachRecord(_ body: (CSVFields) -> Void) {
    Array(utf8).withUnsafeBufferPointer { bytes in
      var scanner = CSVScanner()
      _ = scanner.scan(bytes, body)
    }
  }
}

@Suite struct CSVScannerTests {
  /// A text with every kind of field and of line end, and a last record that is cut off.
  private static let text =
    "a,b\n\"c,\"\"d\"\"\n\ne\",f\r\n\"g\"\r\n,\nnäs,日本\n\"\"\"\"\n\n" + "torn,\"at\nits end"
  private static let records = [
    ["a", "b"], ["c,\"d\"\n\ne", "f"], ["g"], ["", ""], ["näs", "日本"], ["\""], [""],
  ]
  private static let lines = [1, 2, 5, 6, 7, 8, 9]

  @Test(arguments: 0...text.utf8.count)
  func `records are found wherever the bytes are divided into two pieces`(length: Int) {
    let bytes = Array(Self.text.utf8)
    var scanner = CSVScanner()
    var (records, lines): ([[String]], [Int]) = ([], [])
    func scan(_ piece: ArraySlice<UInt8>) -> Int {
      piece.withUnsafeBufferPointer { piece in
        scanner.scan(piece) { fields in
          records.append(fields.texts)
          lines.append(fields.line)
        }
      }
    }
    let done = scan(bytes[..<length])
    #expect(done + scan(bytes[done...]) == bytes.count - "torn,\"at\nits end".utf8.count)
    #expect(records == Self.records)
    #expect(lines == Self.lines)
  }

  @Test func `bytes after a closing quote stay in the field`() {
    var records: [[String]] = []
    "\"a\"x,b\n\"c\"\rd,e\r\n".forEachRecord { records.append($0.texts) }
    #expect(records == [["a\"x", "b"], ["c\"\rd", "e"]])
  }

  @Test func `an error that is thrown for a record ends the reading`() {
    struct Stop: Error, Equatable { let line: Int }
    var scanner = CSVScanner()
    #expect(throws: Stop(line: 2)) {
      try Array("a\nb\nc\n".utf8).withUnsafeBufferPointer { bytes in
        _ = try scanner.scan(bytes) { fields throws(Stop) in
          if fields[0] == "b" { throw Stop(line: fields.line) }
        }
      }
    }
  }

  @Test(arguments: [
    "", "0", "7", "007", "+7", "-7", "-0", "+", "-", " 7", "7 ", "7.0", "1e3", "0x7", "٧", "7\0",
    "127",
    "128", "255", "256", "999999999999999999", "1000000000000000000", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "18446744073709551615", "18446744073709551616",
    "00000000000000000000007", "184467440737095516150",
  ])
  func `an integer is read from a field as from a string`(text: String) {
    for field in [text, "\"" + text + "\""] {
      "x,\(field)\n".forEachRecord { fields in
        #expect(fields.integer(1, as: UInt64.self) == UInt64(text))
        #expect(fields.integer(1, as: Int64.self) == Int64(text))
        #expect(fields.integer(1, as: Int.self) == Int(text))
        #expect(fields.integer(1, as: UInt8.self) == UInt8(text))
        let optional: UInt64?? = UInt64?(fields, 1)
        #expect((optional == .none) == (!text.isEmpty && UInt64(text) == nil))
        #expect(optional.flatMap { $0 } == UInt64(text))
      }
    }
  }

  @Test(arguments: [
    "", ".", "-", "-.", "5.", ".5", "-.5", "0.0", "-0.0", "0.1", "-0.1", "355036.0", "1e15",
    "1e+15",
    "5e-324", "nan", "inf", "0.1.2", "1,5", " 1.5", "1.5 ", "+1.5", "--1.5", "0x1p3",
    "99999999999999.9",
    "999999999999999.9", "9007199254740993.0", "0.00000000000001", "0.000000000000001",
    "123456.789",
    "1.7976931348623157e+308", "748.4049619248975", "-0.333333333333333",
  ])
  func `a number is read from a field as from a string, to the last bit`(text: String) {
    "x,\"\(text)\"\n".forEachRecord { fields in
      #expect(fields.double(1)?.bitPattern == Double(text)?.bitPattern)
    }
  }

  @Test func `random numbers of up to 23 digits are read to the last bit`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      let whole = random.next(below: 1 << random.next(below: 45))
      let part = random.next(below: 1 << random.next(below: 30))
      let text = "\(whole).\(part)"
      "\(text)\n".forEachRecord { fields in
        let isSame = fields.double(0)?.bitPattern == Double(text)?.bitPattern
        if !isSame { Issue.record("\(text) is read as \(String(describing: fields.double(0)))") }
      }
    }
  }

  @Test func `isPlain tells whether a field has the given bytes, apart from quotes around them`() {
    "a,\"a\",\"\"\"\",\n".forEachRecord { fields in
      #expect(fields.isPlain(0, Array("a".utf8)))
      #expect(fields.isPlain(1, Array("a".utf8)))
      #expect(!fields.isPlain(0, Array("b".utf8)))
      #expect(!fields.isPlain(0, Array("ab".utf8)))
      #expect(!fields.isPlain(0, []))
      // A field with quotes inside is never plain, because its bytes differ from its text.
      #expect(!fields.isPlain(2, Array("\"".utf8)))
      #expect(!fields.isPlain(2, Array("\"\"".utf8)))
      #expect(fields.isPlain(3, []))
      #expect(fields.isEmpty(3))
      #expect(!fields.isEmpty(2))
    }
  }
}
