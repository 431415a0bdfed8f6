import BenchmarkStatistics
import Testing

/// The cost of launches whose disturbed windows a witness drops.
///
/// A window that the witness misses shifts its launch's cost. More launches narrow the interval but
/// do not undo the shift: the more launches, the fewer of these windows the witness may miss.
struct DisturbedWindowsTests {
  private static let launches = 12

  /// The quiet windows of each launch; a launch without any is repeated at most twice.
  private func quietLaunches(_ machine: inout NoisyMachine) -> [[TrialTotal]] {
    (0..<Self.launches).map { _ in
      for _ in 0..<3 {
        let quiet = machine.launch().filter { !$0.isSeenDisturbed }
        if !quiet.isEmpty { return quiet.map(\.total) }
      }
      return []
    }
  }

  /// The share of runs in which the interval of the median of quiet launches holds the truth.
  private func held(
    _ disturbance: Disturbance, _ truth: Double, _ summary: ([TrialTotal]) -> Double?
  ) -> Double {
    var machine = NoisyMachine(disturbance, seed: 5)
    let runs = 2000
    return Double(
      (0..<runs).count { _ in
        medianInterval(quietLaunches(&machine).compactMap(summary))?.contains(truth) == true
      }) / Double(runs)
  }

  // An interval of 95 % should hold the truth in this share of the runs; the share of 2000 has a
  // standard error of 0.5 %.
  private static let expectedShares = 0.93...0.97

  @Test(arguments: Disturbance.allCases)
  func `intervals of the pooled cost and of the least cost of quiet windows hold the truth`(
    disturbance: Disturbance
  ) throws {
    for summary in [total, least] {
      let truth = try #require(NoisyMachine.truth(disturbance, summary))
      let share = held(disturbance, truth, summary)
      #expect(Self.expectedShares.contains(share), "\(share)")
    }
  }

  private func total(_ windows: [TrialTotal]) -> Double? {
    windows.isEmpty ? nil : pooledCost(launches: [windows])?.value
  }

  private func least(_ windows: [TrialTotal]) -> Double? {
    windows.map { $0.nanoseconds / $0.operations }.min()
  }
}
