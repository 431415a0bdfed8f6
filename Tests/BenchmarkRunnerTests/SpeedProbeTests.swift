import Testing

@testable import BenchmarkRunner

@Suite struct SpeedProbeTests {
  @Test func `a probe has two positive times and their ratio`() {
    let probe = SpeedProbe()
    #expect(probe.dependentNanoseconds > 0 && probe.independentNanoseconds > 0)
    #expect(SpeedProbe(dependentNanoseconds: 4000, independentNanoseconds: 3000).ratio == 0.75)
    #expect(SpeedProbe(dependentNanoseconds: 0, independentNanoseconds: 3).ratio == 3)
  }

  // Any probe meets the first ratio, and no probe meets the second, so one wait succeeds and the
  // other gives up.
  @Test(arguments: [1e9, 1e-9])
  func `a wait for an own core ends`(ratio: Double) {
    SpeedProbe.waitForOwnCore(ratio: ratio)
  }

  @Test func `the ratio of an own core is found among ratios beside a neighbour`() {
    let beside = (0..<380).map { 1.2 + 0.002 * Double($0) }
    let alone = (0..<21).map { 0.9 + 0.0005 * Double($0) }
    let (value, isSettled) = Calibration.leastRatio(of: beside + alone)
    #expect(isSettled)
    #expect(abs(value - 0.902) < 1e-9)
    #expect(!Calibration.leastRatio(of: beside).isSettled)
    // The lowest hundredth of the ratios counts as disturbed and is left out.
    #expect(
      abs(Calibration.leastRatio(of: [0.1, 0.2, 0.3] + beside + alone).value - 0.9005) < 1e-9)
  }

  @Test func `a single ratio counts as one without a neighbour`() {
    #expect(Calibration.leastRatio(of: [0.93]) == (0.93, true))
  }
}
