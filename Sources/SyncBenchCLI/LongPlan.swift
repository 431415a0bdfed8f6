import BenchmarkModel
import BenchmarkRunner

/// The advice on a plan that takes longer than a working day.
enum LongPlan {
  private static let longNanoseconds: UInt64 = 8 * 3_600_000_000_000

  /// The shorter alternatives; nil if the plan is not long.
  ///
  /// - Parameter shorter: The plans of smaller profiles, the longest first; evaluated only for a
  ///   long plan.
  static func advice(
    on nanoseconds: UInt64, shorter: @autoclosure () -> [Plan]
  ) -> String? {
    guard nanoseconds > longNanoseconds else { return nil }
    let profiles = shorter().map {
      "--profile \($0.profile) takes about \(ProgressLine.clock($0.expectedNanoseconds))"
    }
    return
      (["that is long"] + profiles + [
        "--budget 2h ends after two hours", "--filter and the names of suites choose cases",
        "Ctrl-C stops a run, and --resume goes on with it",
      ]).joined(separator: "; ")
  }
}
