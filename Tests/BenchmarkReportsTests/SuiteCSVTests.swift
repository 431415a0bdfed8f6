import BenchmarkModel
import BenchmarkReports
import TestSupport
import Testing

@testable import BenchmarkAnalysis

@Suite struct SuiteCSVTests {
  @Test func `a suite's table has a row for each case, with each estimate in three columns`() {
    #expect(
      SuiteCSV.render(ReportFixture.summary.suites[0]) == """
        case,workload,primitive,family,threads,status,reason,control,launches,checked_operations,excluded_failure_rate,\
        ns_per_op,ns_per_op_low,ns_per_op_high,fairness,fairness_low,fairness_high
        locks/contended/ticket/threads=2,contended,ticket,,2,valid,,,8,8000,0.000374396,21,20,22,,,
        locks/contended/mutex/threads=2,contended,mutex,,2,valid,,,8,8000,0.000374396,51,50,52,,,
        locks/contended/no-lock/threads=2,contended,no-lock,,2,invalid,\
        "lost 3, ""or more"", of 1000 updates; 8 of 8 trials failed their check",caught,8,0,,,,,,,
        locks/contended/broken/threads=2,contended,broken,,2,failed,\
        8 of 8 launches: killed by SIGSEGV,,0,0,,,,,,,
        locks/contended/clh/threads=2,contended,clh,,2,not-measured,\
        the run was stopped before it,,0,0,,,,,,,
        locks/uncontended/ticket,uncontended,ticket,,,valid,,,1,1000,0.00299125,7,,,,,

        """)
  }

  @Test func `traits are columns after the parameters, empty if a primitive declares none`() {
    let text = SuiteCSV.render(ReportFixture.described.suites[0])
    let table = CSV.records(of: text)
    #expect(table[0][4...7] == ["threads", "order", "waiting", "status"])
    #expect(Set(table.map(\.count)) == [19])
    #expect(
      table.dropFirst().map { $0[5...6].joined(separator: "/") } == [
        "fifo/spins", "/", "/", "a, \"b\"/", "/", "fifo/spins",
      ])
    #expect(text.contains(#","a, ""b""",,failed,"#))
  }

  @Test func `the table of a suite without cases is only its header`() {
    let suite = SuiteSummary(table: ReportFixture.summary.suites[0].table, cases: [])
    #expect(CSV.records(of: SuiteCSV.render(suite)).count == 1)
  }

  @Test func `the table of all suites has a row for each metric value of each case`() {
    let records = CSV.records(of: SummaryCSV.render(ReportFixture.summary))
    #expect(
      records[0] == [
        "case", "metric", "launches", "value", "low", "high", "order_low", "order_high", "modes",
        "place", "distance_ns",
      ])
    #expect(
      records.dropFirst().map { $0.prefix(4).joined(separator: " ") } == [
        "locks/contended/ticket/threads=2 ns_per_op 8 21",
        "locks/contended/mutex/threads=2 ns_per_op 8 51", "locks/uncontended/ticket ns_per_op 1 7",
      ])
    #expect(records[3].suffix(5) == ["", "", "1", "", ""])
    #expect(records[1][4...7] == ["20", "22", "20", "22"])
  }
}
