import BenchmarkStatistics
import Testing

/// A witness that drops disturbed windows, beside the rule before: quantiles of all windows that
/// are to be blind to the disturbed ones.
///
/// What the witness misses stays in, and moves a pooled cost by about the share missed times the
/// slowdown, however many launches there are. The interval keeps its confidence where that is less
/// than a fifth of the half width: on these machines with 12 launches, and no longer with 60, of
/// which it holds the truth 88 to 94 times of 100. A witness that misses 2 in 100 is good for 36 at
/// least.
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

  private func costs(_ launches: [[WindowTotal]]) -> [[Double]] {
    launches.map { $0.map { $0.nanoseconds / $0.operations } }
  }

  /// How often of `runs` the interval that `measure` returns holds `truth`.
  private func held(
    _ runs: Int, _ disturbance: Disturbance, _ truth: Double,
    _ measure: (inout NoisyMachine) -> Interval?
  ) -> Double {
    var machine = NoisyMachine(disturbance, seed: 5)
    return Double((0..<runs).count { _ in measure(&machine)?.contains(truth) == true })
      / Double(runs)
  }

  /// The same of the rule before, which takes all windows as they come.
  private func oldHeld(_ disturbance: Disturbance, _ truth: Double, level: Double) -> Double {
    held(250, disturbance, truth) { machine in
      let all = (0..<Self.launches).map { _ in machine.launch().map(\.total) }
      return hierarchicalBootstrap(
        invocations: costs(all), level: level, resamples: 150, seed: 1)
    }
  }

  // 94.0 to 94.9 % in 20,000 runs of each machine. 2000 runs have a standard error of 0.5 %.
  private static let asItSays = 0.93...0.97

  // 94.6, 91.4, 90.0 and 94.0 % in 2000 runs. 250 have a standard error of 1.4 to 1.9 %, and the
  // ranges go three to either side.
  @Test(
    arguments: zip(Disturbance.allCases, [0.90...0.99, 0.86...0.97, 0.84...0.96, 0.89...0.99]))
  func `the pooled cost of quiet windows holds the truth`(
    disturbance: Disturbance, oldRange: ClosedRange<Double>
  ) {
    let truth = NoisyMachine(disturbance, seed: 0).pooledTruth
    let new = held(2000, disturbance, truth) { pooledCost(launches: quietLaunches(&$0))?.interval }
    #expect(Self.asItSays.contains(new))
    #expect(oldRange.contains(oldHeld(disturbance, truth, level: 0.25)))
  }

  // 91.4, 83.5, 91.3 and 88.5 % in 2000 runs of the old rule.
  @Test(
    arguments: zip(Disturbance.allCases, [0.86...0.97, 0.76...0.91, 0.86...0.97, 0.82...0.95]))
  func `the median of quiet minima holds the truth`(
    disturbance: Disturbance, oldRange: ClosedRange<Double>
  ) throws {
    let truth = try #require(NoisyMachine.minimumTruth(disturbance))
    let new = held(2000, disturbance, truth) { machine in
      medianInterval(costs(quietLaunches(&machine)).compactMap { $0.min() })
    }
    #expect(Self.asItSays.contains(new))
    #expect(oldRange.contains(oldHeld(disturbance, truth, level: 0)))
  }
}
