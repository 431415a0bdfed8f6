import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkReports
import TestSupport
import Testing

@Suite struct WriteUpMarkdownTests {
  private func lines(
    _ summary: RunSummary, _ selection: TableSelection = TableSelection()
  ) -> [String] {
    WriteUp(summary, selection: selection).markdown()
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test
  func `a suite has a heading and a caption, and each of its situations has a table`() throws {
    let lines = lines(ReportFixture.summary)
    #expect(lines[0] == "## locks")
    #expect(lines[2].hasPrefix("*host-1 · "))
    #expect(lines[2].hasSuffix("*"))
    #expect(
      lines.filter { $0.hasPrefix("### ") } == [
        "### locks/contended/threads=2", "### locks/uncontended",
      ])
    #expect(lines.contains("ns\\_per\\_op, lower is better"))
    #expect(lines.contains("| rank | primitive | ns\\_per\\_op | 95 % | × best | notes |"))
  }

  @Test
  func `valid cases are in the order of their ranks, and the others follow with their reasons`()
    throws
  {
    let lines = lines(ReportFixture.summary)
    let first = try #require(lines.firstIndex { $0.hasPrefix("| 1 | ticket | 21.0 ns | ") })
    #expect(lines[first].hasSuffix(" | 1.00 |  |"))
    #expect(lines[first].contains(" ns to "))
    #expect(lines[first + 1].hasPrefix("| 2 | mutex | 51.0 ns | "))
    #expect(lines[first + 1].hasSuffix(" | 2.43 |  |"))
    #expect(lines[first + 2].hasPrefix("| – | no-lock | control |  |  | control, invalid"))
    #expect(lines[first + 3].hasPrefix("| – | broken | FAILED |  |  | "))
    #expect(lines[first + 3].contains("killed by SIGSEGV"))
    #expect(lines[first + 4] == "")
  }

  @Test func `a case with one launch has no rank and no interval`() {
    #expect(lines(ReportFixture.summary).contains("| – | ticket | 7.00 ns |  | 1.00 |  |"))
  }

  @Test func `a selected primitive keeps its rank, and its ratio is to the best that is shown`()
    throws
  {
    let selection = TableSelection(workloads: ["contended"], primitives: ["mutex"])
    let rows = lines(ReportFixture.summary, selection).filter { $0.hasPrefix("| ") }
    #expect(rows.count == 3)
    #expect(try #require(rows.last).hasPrefix("| 2 | mutex | 51.0 ns | "))
    #expect(try #require(rows.last).hasSuffix(" | 1.00 |  |"))
  }

  @Test func `the write-up of an empty selection is empty`() {
    let nothing = TableSelection(suites: ["sync"])
    #expect(WriteUp(ReportFixture.summary, selection: nothing).isEmpty)
    #expect(lines(ReportFixture.summary, nothing) == [""])
  }

  @Test func `hostile names make no cell, tag, code, mention or emphasis`() throws {
    let lines = lines(HostileRun.summary)
    let escaped =
      "a\\|b\\`c\\<d\\>@<!-- -->e\\_f\\*g\\\\h{i}$j\\&k#<!-- -->l^m\\~n%?\"o,p\""
    #expect(lines[0] == "## \(escaped)")
    #expect(lines.contains("| – | \(escaped) | 5.00 ns |  | 1.00 |  |"))
    #expect(lines.contains { $0.contains("| – | broken | INVALID |  |  | \(escaped); 1 of 1") })
    // A row has no more bars than its cells need.
    for line in lines where line.hasPrefix("| ") {
      #expect(line.replacing("\\|", with: "").count { $0 == "|" } == 7, "\(line)")
    }
  }
}
