import BenchmarkAnalysis
import BenchmarkModel
import TestSupport

@testable import BenchmarkReports

/// A comparison of the small hand-made run with a run on another kernel, in which one lock is
/// slower, one is missing and one is new.
enum ComparisonFixture {
  static let names = ComparisonNames(a: "results/before", b: "results/after")

  static var comparison: Comparison { compared(ReportFixture.run, other.run) }

  static func compared(_ a: Run, _ b: Run) -> Comparison {
    Comparison(
      Summarizer(a, hasIntervals: false).summary(), Summarizer(b, hasIntervals: false).summary(),
      resamples: 200)
  }

  /// The second run: each launch of the contended ticket lock takes 1.5 times as long as in the
  /// first run.
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
