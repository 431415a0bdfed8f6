import BenchmarkStatistics
import Testing

/// A witness that drops disturbed windows.
///
/// Windows that the witness misses move a launch's cost, however many launches there are: with more launches
/// the witness must see more of them.
struct DisturbedWindowsTests {
  private static let launches = 12

  /// Each launch's quiet windows; one without any is repeated twice at most.
  private func quietLaunches(_ machine: inout NoisyMachine) -> [[WindowTotal]] {
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
    _ disturbance: Disturbance, _ truth: Double, _ summary: ([WindowTotal]) -> Double?
  ) -> Double {
    var machine = NoisyMachine(disturbance, seed: 5)
    let runs = 2000
    return Double(
      (0..<runs).count { _ in
        medianInterval(quietLaunches(&machine).compactMap(summary))?.contains(truth) == true
      }) / Double(runs)
  }

  // 2000 runs have a standard error of 0.5 %.
  private static let asItSays = 0.93...0.97

  @Test(arguments: Disturbance.allCases)
  func
    `the time of a launch's quiet windows over their operations, and their minimum, hold the truth`(
      disturbance: Disturbance
    ) throws
  {
    for summary in [total, least] {
      let truth = try #require(NoisyMachine.truth(disturbance, summary))
      let share = held(disturbance, truth, summary)
      #expect(Self.asItSays.contains(share), "\(share)")
    }
  }

  private func total(_ windows: [WindowTotal]) -> Double? {
    windows.isEmpty ? nil : pooledCost(launches: [windows])?.value
  }

  private func least(_ windows: [WindowTotal]) -> Double? {
    windows.map { $0.nanoseconds / $0.operations }.min()
  }
}
