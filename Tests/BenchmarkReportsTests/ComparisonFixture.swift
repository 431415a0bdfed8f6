import BenchmarkAnalysis
import BenchmarkModel
import TestSupport

@testable import BenchmarkReports

/// The small run made by hand beside one of another kernel: a lock slower, one gone, and one new.
enum ComparisonFixture {
  static let names = ComparisonNames(a: "results/before", b: "results/after")

  static var comparison: Comparison { compared(ReportFixture.run, other.run) }

  static func compared(_ a: Run, _ b: Run) -> Comparison {
    Comparison(
      Summarizer(a, hasIntervals: false).summary(), Summarizer(b, hasIntervals: false).summary(),
      resamples: 200)
  }

  /// A run like the first, in which each launch of the ticket lock costs half as much again.
  static var other: MadeRun {
    var made = ReportFixture.made
    made.change(case: 0) { $0.trials[0].elapsedNanoseconds += $0.trials[0].elapsedNanoseconds / 2 }
    made.state = .complete
    made.kernel = "6.18.1"
    made.warnings = ["the load average is 3.1", "steal | *much* \u{1B}[2J"]
    made.rename("clh", to: "futex-mutex")
    return made
  }
}
