import BenchmarkReports
import TestSupport
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkModel
@testable import BenchmarkStatistics

@Suite struct PercentileCSVTests {
  private let table = SuiteTable(
    suite: "locks",
    parameters: [
      ParameterColumn(key: "threads", name: "threads"),
      ParameterColumn(key: "inside", name: "inside_ns"),
    ], columns: [])

  @Test func `each row is a percentile of a case, or the reason why a case has none`() {
    let suite = SuitePercentiles(
      table: table,
      cases: [
        CasePercentiles(
          id: MadeRun.id("waits/ticket/2/inside=50"), status: .valid,
          reason: "", samples: 1_000_000,
          percentiles: [
            LatencyPercentile(percentile: 50, estimate: Estimate(value: 101.5)),
            LatencyPercentile(percentile: 99.9999, estimate: estimate(7e9, 1234.5678, 8e9)),
            LatencyPercentile(percentile: 100, estimate: Estimate(value: 9e9)),
          ]),
        CasePercentiles(
          id: MadeRun.id("waits/mcs/2"), status: .invalid, reason: "lost 3, \"all\" of 4",
          samples: 0, percentiles: []),
      ])
    #expect(
      suite.file
        == DerivedTable(
          fileName: "locks-percentiles.csv",
          text: """
            case,workload,primitive,family,threads,inside_ns,status,reason,percentile,\
            value_ns,value_ns_low,value_ns_high,samples
            locks/waits/ticket/threads=2/inside=50,waits,ticket,,2,50,valid,,50,101.5,,,1000000
            locks/waits/ticket/threads=2/inside=50,waits,ticket,,2,50,valid,,99.9999,\
            7000000000,1234.57,8000000000,1000000
            locks/waits/ticket/threads=2/inside=50,waits,ticket,,2,50,valid,,100,9000000000,,,1000000
            locks/waits/mcs/threads=2,waits,mcs,,2,,invalid,"lost 3, ""all"" of 4",,,,,

            """))
  }
}
