import BenchmarkStatistics
import Testing

struct SerialCorrelationTests {
  @Test func `without a launch, the prior holds`() {
    #expect(SerialCorrelation([]).correlation == 0.5)
    #expect(SerialCorrelation([[1, 2]]).correlation == 0.5)
    #expect(SerialCorrelation([]).widening.agrees(with: 3.0.squareRoot()))
  }

  // (10 · 0.5 + 5 · (4 / 10 + 1 / 5)) / 15, and ranks alone count.
  @Test(arguments: [[1, 2, 3, 4, 5], [1, 4, 9, 16, 1000]] as [[Double]])
  func `a drift is a correlation`(values: [Double]) {
    #expect(SerialCorrelation([values]).correlation.agrees(with: 8.0 / 15))
  }

  // Ranks 0.5, 0.5, 2.5, 2.5 less 1.5: neighbours 1 - 1 + 1, squares 4.
  @Test func `equal values share their ranks`() {
    #expect(SerialCorrelation([[7, 7, 9, 9]]).correlation.agrees(with: (5 + 4 * 0.5) / 14))
    #expect(SerialCorrelation([Array(repeating: 3, count: 90)]).correlation.agrees(with: 0.05))
  }

  @Test func `what alternates has no correlation below none`() {
    #expect(SerialCorrelation([(0..<40).map { Double($0 % 2) }]).correlation == 0)
    #expect(SerialCorrelation([(0..<40).map { Double($0 % 2) }]).widening == 1)
  }

  @Test func `no correlation is beyond what is believed`() {
    let drift = SerialCorrelation([(0..<1000).map(Double.init)])
    #expect(drift.correlation == 0.8)
    #expect(drift.widening.agrees(with: 3))
  }

  @Test func `beside hundreds of independent launches the prior does not count`() {
    var noise = Noise(seed: 5)
    let series = (0..<100).map { _ in (0..<12).map { _ in noise.logNormal(20, sigma: 0.1) } }
    #expect(SerialCorrelation(series).widening < 1.06)
  }

  // Launches two seconds apart in states of ten seconds: without the widening 85 of 100 intervals hold the median.
  @Test func `intervals of launches that resemble their neighbours hold the median`() {
    var noise = Noise(seed: 11)
    let runs = 1500
    var held = 0
    for _ in 0..<runs {
      var state = noise.logNormal(1, sigma: 0.05)
      let costs = (0..<12).map { _ -> Double in
        // A walk back to 1 with a correlation of 0.8 from launch to launch.
        state = state * 0.8 + 0.2 + 0.6 * (noise.logNormal(1, sigma: 0.05) - 1)
        return 20 * state * noise.logNormal(1, sigma: 0.04)
      }
      let interval = medianInterval(costs)?.widened(
        SerialCorrelation([costs]).widening, around: costs.sorted()[6])
      if interval?.contains(20) == true { held += 1 }
    }
    #expect((0.92...0.99).contains(Double(held) / Double(runs)))
  }

  @Test func `a wider interval has its ends farther from the value, and none below zero`() {
    let interval = Interval(low: 8, high: 12)
    #expect(interval.widened(1, around: 10) == interval)
    let wider = interval.widened(2, around: 10)
    #expect(wider.high == 14)
    #expect(wider.low.agrees(with: 10 / 1.5))
    #expect(Interval(low: 1, high: 19).widened(3, around: 10).low > 0)
    #expect(Interval(low: -1, high: 1).widened(2, around: 0) == Interval(low: -1, high: 1))
  }
}
