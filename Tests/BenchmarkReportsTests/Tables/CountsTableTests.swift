import BenchmarkAnalysis
import BenchmarkModel
import TestSupport
import Testing

@testable import BenchmarkReports

struct CountsTableTests {
  /// The small hand-made run, with counts of events in two of its cases.
  private var counted: RunSummary {
    var made = ReportFixture.made
    made.columns += [
      .neutral("futex_waits_per_op", .counted(event: "futex-waits")),
      .neutral("run_queue_ns_per_op", .counted(event: "run-queue-ns")),
      .neutral("cycles_per_op", .counted(event: "cycles")),
    ]
    made.count(["futex-waits": 0.5, "run-queue-ns": 3, "cycles": nil], case: 0)
    made.count(["futex-waits": 0.25, "run-queue-ns": nil, "cycles": nil], case: 1)
    return made.bareSummary
  }

  @Test func `a case has a row for each event that was counted in at least one case`() throws {
    let table = TableRows(CountsTable.render(counted))
    let ticket = table.having("primitive", "ticket").filter { $0["workload"] == "contended" }
    #expect(ticket.map { $0["event"] } == ["futex-waits", "run-queue-ns"])
    #expect(ticket.map { $0["per_op"] } == ["0.5", "3"])
    #expect(ticket.map { $0["unit"] } == ["", "ns"])
    #expect(ticket.allSatisfy { $0["situation"] == "locks/contended/threads=2" })
  }

  @Test func `a missing count is empty, with its reason beside it`() throws {
    let table = TableRows(CountsTable.render(counted))
    let mutex = try #require(
      table.having("primitive", "mutex").first { $0["event"] == "run-queue-ns" })
    #expect(mutex["per_op"] == "" && mutex["count_reason"] == "no run-queue-ns here")
    let nowhere = table.having("event", "cycles")
    #expect(nowhere.map { $0["case"] } == [""])
    #expect(nowhere.map { $0["count_reason"] } == ["no cycles here"])
  }

  @Test func `the table has only the chosen primitives, and a run without counts has no row`() {
    let chosen = TableRows(CountsTable.render(counted, primitives: ["mutex"])).rows
    #expect(Set(chosen.compactMap { $0["primitive"] }.filter { !$0.isEmpty }) == ["mutex"])
    #expect(TableRows(CountsTable.render(ReportFixture.summary)).rows.isEmpty)
  }
}
