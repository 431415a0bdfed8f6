import Testing

@testable import BenchmarkRunner

@Suite struct SpeedProbeTests {
  @Test func `a probe knows its times, and their ratio`() {
    let probe = SpeedProbe()
    #expect(probe.dependentNanoseconds > 0 && probe.independentNanoseconds > 0)
    #expect(SpeedProbe(dependentNanoseconds: 4000, independentNanoseconds: 3000).ratio == 0.75)
    #expect(SpeedProbe(dependentNanoseconds: 0, independentNanoseconds: 3).ratio == 3)
  }

  // A ratio that any probe meets, and one that none does: both ends of the wait.
  @Test(arguments: [1e9, 1e-9])
  func `a wait for a core of its own ends`(ratio: Double) {
    SpeedProbe.waitForOwnCore(ratio: ratio)
  }

  @Test func `a core of its own is found among ratios beside a neighbour`() {
    let beside = (0..<380).map { 1.2 + 0.002 * Double($0) }
    let alone = (0..<21).map { 0.9 + 0.0005 * Double($0) }
    let (value, isSettled) = Calibration.leastRatio(of: beside + alone)
    #expect(isSettled)
    #expect(abs(value - 0.902) < 1e-9)
    #expect(!Calibration.leastRatio(of: beside).isSettled)
    // The hundredth that something else disturbed.
    #expect(
      abs(Calibration.leastRatio(of: [0.1, 0.2, 0.3] + beside + alone).value - 0.9005) < 1e-9)
  }

  @Test func `a core without neighbours is settled at once`() {
    #expect(Calibration.leastRatio(of: [0.93]) == (0.93, true))
  }
}
