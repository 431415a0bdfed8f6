import BenchmarkModel
import BenchmarkReports
import TestSupport
import Testing

@testable import BenchmarkAnalysis

@Suite struct BenchfmtExportTests {
  private func lines(_ run: Run = ReportFixture.run) throws -> [String] {
    try ExportFixture.render(.benchfmt, of: run).text.split(separator: "\n").map(String.init)
  }

  @Test func `an exported run has units, keys and one line for each launch`() throws {
    #expect(
      try ExportFixture.render(.benchfmt).text.split(separator: "\n").enumerated()
        .filter { $0.offset < 5 || $0.offset > 11 }.map(\.element).joined(separator: "\n") == """
          Unit ns/op better=lower
          # syncbench 0, profile quick, seed 42, host-1, Swift 6.3
          goos: linux
          pkg: locks
          BenchmarkContended/prim=ticket/threads=2-1	1000	20 ns/op
          BenchmarkContended/prim=mutex/threads=2-1	1000	50 ns/op
          BenchmarkContended/prim=mutex/threads=2-1	1000	51 ns/op
          BenchmarkContended/prim=mutex/threads=2-1	1000	52 ns/op
          BenchmarkContended/prim=mutex/threads=2-1	1000	50 ns/op
          BenchmarkContended/prim=mutex/threads=2-1	1000	51 ns/op
          BenchmarkContended/prim=mutex/threads=2-1	1000	52 ns/op
          BenchmarkContended/prim=mutex/threads=2-1	1000	50 ns/op
          BenchmarkContended/prim=mutex/threads=2-1	1000	51 ns/op
          BenchmarkUncontended/prim=ticket-1	1000	7 ns/op
          """)
  }

  /// A line of Go's benchmark format, read by the grammar in the format's proposal.
  private enum Line: Equatable {
    case unit(String)
    case key(String, String)
    case benchmark(String, units: [String])
    case ignored
    case wrong(String)

    init(_ line: String) {
      let fields = line.split(whereSeparator: \.isWhitespace).map(String.init)
      if line.hasPrefix("Benchmark") {
        let pairs = Array(fields.dropFirst(2))
        let values = stride(from: 0, to: pairs.count, by: 2).map { pairs[$0] }
        let units = stride(from: 1, to: pairs.count, by: 2).map { pairs[$0] }
        let isWhole =
          fields.count >= 4 && pairs.count.isMultiple(of: 2) && Int(fields[1]) != nil
          && values.allSatisfy { Double($0)?.isFinite == true }
          && fields[0].dropFirst("Benchmark".count).first?.isUppercase == true
        self = isWhole ? .benchmark(fields[0], units: units) : .wrong(line)
      } else if fields.first == "Unit" {
        let isWhole = fields.count == 3 && ["better=lower", "better=higher"].contains(fields[2])
        self = isWhole ? .unit(fields[1]) : .wrong(line)
      } else if let colon = line.firstIndex(of: ":"), line.first?.isLowercase == true {
        let key = line[..<colon]
        let isWhole = !key.contains { $0.isWhitespace || $0.isUppercase }
        self =
          isWhole
          ? .key(String(key), String(line[colon...].dropFirst(2))) : .wrong(line)
      } else {
        self = line.hasPrefix("#") ? .ignored : .wrong(line)
      }
    }
  }

  @Test func `every line matches the format's grammar`() throws {
    for run in [ReportFixture.run, ExportFixture.described, ExportFixture.counted.run] {
      for line in try lines(run) {
        if case .wrong(let text) = Line(line) { Issue.record("not of the format: \(text)") }
      }
    }
  }

  @Test
  func `units with a better direction are declared once each, and other units not at all`() throws {
    let parsed = try lines(ExportFixture.counted.run).map(Line.init)
    let declared = parsed.compactMap { if case .unit(let name) = $0 { name } else { nil } }
    #expect(declared == ["ns/op", "ops/s", "cpu-ns/op", "ctxsw/op", "total-ms"])
  }

  @Test func `counted values have separate lines, because separate launches counted them`() throws {
    let ticket = try lines(ExportFixture.counted.run).filter { $0.contains("prim=ticket/") }
    #expect(ticket.count == 10)
    #expect(
      ticket.suffix(2) == [
        "BenchmarkContended/prim=ticket/threads=2-1\t100\t16 allocated-bytes/op",
        "BenchmarkContended/prim=ticket/threads=2-1\t100\t17 allocated-bytes/op",
      ])
    #expect(ticket[0].contains("\t0 ctxsw/op"))
  }

  @Test
  func `the keys are the machine's facts and the suite, and no text of the run breaks a line`()
    throws
  {
    let parsed = try lines(ExportFixture.described).map(Line.init)
    let keys = parsed.compactMap {
      if case .key(let key, let value) = $0 { [key, value] } else { nil }
    }
    #expect(
      keys == [["goos", "linux"], ["goarch", "amd64"], ["cpu", "A?CPU"], ["pkg", "locks"]])
    #expect(try lines(ExportFixture.described).contains { $0.hasSuffix("→ Zürich, Swift 6.3") })
  }

  @Test
  func `a hyphen in a name becomes an underscore, because benchstat reads -2 as a number of CPUs`()
    throws
  {
    var made = MadeRun()
    made.parameters = ["read-permille"]
    made.add("read-mix/lock-2/read-permille=900", [7])
    #expect(
      try lines(made.run).last
        == "BenchmarkReadMix/prim=lock_2/read_permille=900-1\t1000\t7 ns/op")
  }
}
