import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkReports
import TestSupport
import Testing

@Suite struct WriteUpCSVTests {
  private func records(
    _ summary: RunSummary, _ selection: TableSelection = TableSelection()
  ) -> [[String: String]] {
    let text = WriteUp(summary, selection: selection).csv
    #expect(Set(CSV.records(of: text).map(\.count)).count == 1)
    return TableRows(text).rows
  }

  @Test func `each row has the name of its case and all parts of the result`() throws {
    let rows = records(ReportFixture.summary)
    let planned = Set(ReportFixture.summary.cases.map(\.id.description))
    #expect(Set(rows.compactMap { $0["case"] }) == planned)
    let row = try #require(rows.first)
    #expect(row["case"] == "locks/contended/ticket/threads=2")
    #expect(row["suite"] == "locks")
    #expect(row["workload"] == "contended")
    #expect(row["threads"] == "2")
    #expect(row["rank"] == "1")
    #expect(row["primitive"] == "ticket")
    #expect(row["metric"] == "ns_per_op")
    #expect(row["unit"] == "ns/op")
    #expect(row["value"] == "21")
    #expect(row["ratio_to_best"] == "1")
    #expect(row["status"] == "valid")
    #expect(row["notes"] == "")
  }

  @Test func `a case without a figure has empty fields and no zero`() throws {
    let rows = records(ReportFixture.summary)
    let failed = try #require(rows.first { $0["primitive"] == "broken" })
    for column in ["rank", "value", "low", "high", "ratio_to_best"] {
      #expect(failed[column] == "")
    }
    #expect(failed["status"] == "failed")
    #expect(try #require(failed["notes"]).contains("killed by SIGSEGV"))
    let left = try #require(rows.first { $0["primitive"] == "clh" })
    #expect(left["status"] == "not-measured")
  }

  @Test func `the column of a parameter that a case does not have is empty`() throws {
    let rows = records(ReportFixture.summary)
    let alone = try #require(rows.first { $0["workload"] == "uncontended" })
    #expect(alone["threads"] == "")
    #expect(alone["rank"] == "")
    #expect(alone["value"] == "7")
  }

  @Test func `hostile names are read back unchanged`() throws {
    let rows = records(HostileRun.summary)
    let row = try #require(rows.first)
    for column in ["suite", "workload", "primitive"] { #expect(row[column] == HostileRun.name) }
    #expect(row[HostileRun.name] == "1")
    #expect(try #require(rows.last?["notes"]).hasPrefix(HostileRun.name))
  }

  @Test func `only the selected rows are written`() throws {
    let rows = records(ReportFixture.summary, TableSelection(primitives: ["mutex"]))
    #expect(rows.map { $0["primitive"] } == ["mutex"])
    #expect(rows.map { $0["rank"] } == ["2"])
  }
}
