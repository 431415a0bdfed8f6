import BenchmarkAnalysis
import TestSupport

@testable import BenchmarkModel

extension MadeRun {
  /// A run of eight CPUs whose cases are analysed together.
  static func scaling(_ suite: String) -> MadeRun {
    var run = MadeRun(suite: suite)
    run.parameters = [
      "threads", "width", "grain", "iterations", "read-permille", "read-percent", "inside",
    ]
    run.columns = [
      .cost, MetricColumn("speedup", .higherIsBetter, .speedup),
      MetricColumn("efficiency", .higherIsBetter, .efficiency),
    ]
    run.onlineCPUs = 8
    return run
  }

  /// Adds a case of a fixed number of operations, with the costs of each block's trials in ns.
  mutating func addLoop(
    _ name: String, width: Int = 1, reference: String? = nil, placement: Placement? = nil,
    isVerified: Bool = true, _ blocks: [[Double]]
  ) {
    add(
      name, pace: .operations, level: 0.5,
      placement: placement ?? .process(cpus: Array(0..<width)), reference: reference, width: width,
      blocks.map { trials in
        // With a million operations, a cost is rounded to a millionth of a nanosecond.
        let launch = costs(trials, operations: 1_000_000)
        return isVerified ? launch : launch.broken
      })
  }

  /// The analysis of the cases together, with few resamples because a test analyses several runs.
  func scaling(resamples: Int = 200) -> SuiteScaling? {
    ScalingAnalysis(summary, resamples: resamples).scalings().first
  }
}

/// Blocks of one trial each, all of one cost.
func steady(_ cost: Double, blocks: Int = 6) -> [[Double]] {
  Array(repeating: [cost], count: blocks)
}
