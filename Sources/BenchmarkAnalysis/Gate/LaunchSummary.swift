import BenchmarkModel
import BenchmarkStatistics

/// How the samples of one launch become the one number that a pair compares.
enum LaunchSummary: Equatable {
  /// A quantile of them, as in a run.
  case quantile(Double)
  /// Their mean.
  case mean

  /// The mean where threads share a window, else the quantile that sums up an invocation in a run.
  ///
  /// Threads that hand over through the kernel fall into regimes that a trial ends in or begins in, so
  /// a quantile jumps from one regime to another where the mean moves by the share of the time that each had.
  init(of source: MetricSource, in planned: PlannedCase) {
    // The minimum is the plan's for one thread alone, in a window too.
    let isShared = planned.pace == .window && planned.summaryLevel > 0
    self = isShared ? .mean : .quantile(source.summaryLevel(of: planned))
  }

  /// The number; nil where there are no samples.
  func value(of samples: [Double]) -> Double? {
    switch self {
    case .quantile(let level): BenchmarkStatistics.quantile(samples, level)
    case .mean: samples.isEmpty ? nil : samples.reduce(0, +) / Double(samples.count)
    }
  }
}
