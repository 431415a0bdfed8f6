import BenchmarkAnalysis
import BenchmarkModel

@testable import BenchmarkReports

/// The small run made by hand beside one of another kernel: a lock slower, one gone, and one new.
enum ComparisonFixture {
  static let names = ComparisonNames(a: "results/before", b: "results/after")

  static var comparison: Comparison { compared(ReportFixture.run, other) }

  static func compared(_ a: Run, _ b: Run) -> Comparison {
    Comparison(
      Summarizer(a, hasIntervals: false).summary(), Summarizer(b, hasIntervals: false).summary(),
      resamples: 200)
  }

  /// A run like the first, in which each launch of the ticket lock costs half as much again.
  static var other: Run {
    var run = ReportFixture.run
    for block in 0..<8 {
      let place = Invocation(caseIndex: 0, block: block)
      guard var record = run.records[place] else { continue }
      record.trials[0].elapsedNanoseconds += record.trials[0].elapsedNanoseconds / 2
      run.records[place] = record
    }
    run.document.environment.kernel.release = "6.18.1"
    run.document.state = .complete
    run.document.warnings = ["the load average is 3.1", "steal | *much* \u{1B}[2J"]
    let plan = run.document.plan
    let cases = plan.cases.enumerated().map { index, planned in
      index == 4 ? renamed(planned, "futex-mutex") : planned
    }
    run.document.plan = Plan(
      profile: plan.profile, seed: plan.seed, blocks: plan.blocks, cases: cases,
      tables: plan.tables)
    return run
  }

  private static func renamed(_ planned: PlannedCase, _ primitive: String) -> PlannedCase {
    PlannedCase(
      id: CaseID(
        suite: planned.id.suite, workload: planned.id.workload, primitive: primitive,
        parameters: planned.id.parameters),
      pace: planned.pace, summaryLevel: planned.summaryLevel, expectation: planned.expectation,
      placement: planned.placement, sampling: planned.sampling)
  }
}
