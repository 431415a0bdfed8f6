import BenchmarkAnalysis
import TestSupport
import Testing

@testable import BenchmarkModel
@testable import BenchmarkReports

@Suite struct CounterpartReportTests {
  /// The summary of a run with three cases: a form of `sync`, its counterpart in C, and the same
  /// form in another workload.
  private func summary(countsAllocations: Bool, columns: [MetricColumn]) -> RunSummary {
    var made = MadeRun(suite: "sync")
    made.columns = columns
    made.add("alone/sync", reference: "alone/sync-f", [75])
    made.add("alone/sync-f", [15])
    made.add("free/sync", reference: "alone/sync", [3])
    if countsAllocations {
      made.count(["allocations": 2], case: 0, pass: .allocations)
      made.count(["allocations": 0.001], case: 1, pass: .allocations)
    }
    return made.summary
  }

  private static let cost = MetricColumn.cost

  private static let columns = [
    cost,
    MetricColumn("c_ns_per_op", .neutral, .referenceCost, workloads: ["alone"]),
    MetricColumn("overlay_ns_per_op", .neutral, .costBeyondReference, workloads: ["alone"]),
    MetricColumn("c_ratio", .neutral, .costOverReference, workloads: ["alone"]),
    MetricColumn("bound_ns_per_op", .neutral, .referenceCost, workloads: ["free"]),
    MetricColumn("bound_ratio", .neutral, .costOverReference, workloads: ["free"]),
    MetricColumn("allocations_per_op", .neutral, .counted(event: "allocations")),
  ]

  private func report(_ summary: RunSummary) -> String {
    summary.counterparts.plain
  }

  /// The words of each line that is not empty.
  private func words(_ text: String) -> [[Substring]] {
    text.split(separator: "\n").map { $0.split(separator: " ") }
  }

  @Test func `a case is shown beside its counterpart, with the costs and allocations of both`() {
    let lines = words(report(summary(countsAllocations: true, columns: Self.columns)))
    #expect(lines.count == 9)
    #expect(lines[0] == ["beside", "their", "counterparts"])
    #expect(lines[3] == ["sync/alone"])
    #expect(lines[4].first == "primitive" && lines[4].last == "allocates")
    #expect(
      lines[5] == [
        "sync", "75.0", "ns", "sync-f", "15.0", "ns", "60.0", "ns", "5.00", "2.00", "<0.01",
      ])
    #expect(lines[6] == ["sync/free"])
    // If the counterpart is the same primitive in another workload, the case's row names that
    // workload. A ratio below 0.1 is written as 1/n. The suite has no column for the differences of
    // paired launches of this case, and the report must not show the difference of the medians
    // instead.
    #expect(lines[8] == ["sync", "3.00", "ns", "alone", "75.0", "ns", "1/25.0", "2.00"])
  }

  @Test
  func `the report says that the shown differences are medians over pairs of launches`() {
    let text = report(summary(countsAllocations: false, columns: Self.columns))
    #expect(text.contains("pairs differ by"))
    #expect(text.contains("are medians over pairs of launches") && !text.contains("more by"))
  }

  @Test func `the report on a run without counts has no columns of counts`() {
    let text = report(summary(countsAllocations: false, columns: Self.columns))
    #expect(text.contains("sync-f") && !text.contains("allocates"))
  }

  @Test func `a suite without counterparts, or without columns for their costs, has no report`() {
    #expect(report(summary(countsAllocations: false, columns: [Self.cost])) == "")
    #expect(report(ReportFixture.summary) == "")
  }
}
