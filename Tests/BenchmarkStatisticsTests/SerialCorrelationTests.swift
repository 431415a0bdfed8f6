import BenchmarkStatistics
import Glibc
import Testing

struct SerialCorrelationTests {
  private func correlation(_ series: [[Double]], apart seconds: Double = 2) -> SerialCorrelation {
    SerialCorrelation(series, secondsApart: seconds)
  }

  @Test func `without enough launches, the correlation is the prior`() {
    #expect(correlation([]).correlation == 0.5)
    #expect(correlation([[1, 2]]).correlation == 0.5)
  }

  // Only ranks count, so both series have a correlation of 4 / 10, plus the 1 / 5 that is lost by
  // subtracting the mean. The prior counts as ten launches, so the result for five launches is
  // (10 · 0.5 + 5 · (4 / 10 + 1 / 5)) / 15.
  @Test(arguments: [[1, 2, 3, 4, 5], [1, 4, 9, 16, 1000]] as [[Double]])
  func `a drift counts as a correlation`(values: [Double]) {
    #expect(correlation([values]).correlation.agrees(with: 8.0 / 15))
  }

  // The ranks are 0.5, 0.5, 2.5 and 2.5. After subtracting their mean, 1.5, the products of
  // neighbours add up to 1 - 1 + 1, and the squares to 4. So the correlation is 1 / 4, plus the
  // 1 / 4 that is lost by subtracting the mean.
  @Test func `equal values have the mean of their ranks`() {
    #expect(correlation([[7, 7, 9, 9]]).correlation.agrees(with: (5 + 4 * 0.5) / 14))
    #expect(correlation([Array(repeating: 3, count: 90)]).correlation.agrees(with: 0.05))
  }

  @Test func `alternating values have a correlation of 0, not below`() {
    let alternating = correlation([(0..<40).map { Double($0 % 2) }])
    #expect(alternating.correlation == 0)
    #expect(alternating.widening(ofLaunches: 40) == 1)
  }

  // Neighbouring launches have the prior's correlation of 0.5. Other launches have a correlation of
  // 0 if nothing of the host's state is left after one launch, and 0.5 if the whole state is left.
  @Test func `an interval is wider, the more of a state of the host remains after one launch`() {
    #expect(correlation([], apart: 1e9).widening(ofLaunches: 2).agrees(with: 1.5.squareRoot()))
    #expect(correlation([], apart: 1e9).widening(ofLaunches: 10).agrees(with: 1.9.squareRoot()))
    #expect(correlation([], apart: 0).widening(ofLaunches: 5).agrees(with: 3.0.squareRoot()))
    #expect(correlation([], apart: 2).widening(ofLaunches: 1) == 1)
  }

  @Test func `no correlation is above 0.8`() {
    #expect(correlation([(0..<1000).map(Double.init)]).correlation == 0.8)
  }

  @Test func `the prior hardly counts beside a thousand independent launches`() {
    var noise = Noise(seed: 5)
    let series = (0..<100).map { _ in (0..<12).map { _ in noise.logNormal(20, sigma: 0.1) } }
    #expect(correlation(series, apart: 8).widening(ofLaunches: 12) < 1.08)
  }

  // Twelve launches are two seconds apart, in states that differ by 3 %, with noise of 6 %.
  // According to another program, 94.9 % of the intervals hold the median, but only 87.4 % if they
  // take launches as independent.
  @Test func `intervals of launches that resemble their neighbours hold the median`() {
    var noise = Noise(seed: 11)
    let runs = 2000
    var (held, heldIfIndependent) = (0, 0)
    for _ in 0..<runs {
      var state = log(noise.logNormal(1, sigma: 0.03))
      let costs = (0..<12).map { _ -> Double in
        defer { state = 0.8 * state + 0.6 * log(noise.logNormal(1, sigma: 0.03)) }
        return exp(state) * noise.logNormal(1, sigma: 0.06)
      }
      guard let interval = medianInterval(costs), let value = quantile(costs, 0.5) else { continue }
      let factor = correlation([costs]).widening(ofLaunches: 12)
      if interval.contains(1) { heldIfIndependent += 1 }
      if interval.widened(factor, around: value).contains(1) { held += 1 }
    }
    #expect((0.93...0.965).contains(Double(held) / Double(runs)))
    #expect((0.85...0.90).contains(Double(heldIfIndependent) / Double(runs)))
  }

  @Test func `only an interval of positive numbers is widened, and its ends stay positive`() {
    let interval = Interval(low: 8, high: 12)
    #expect(interval.widened(1, around: 10) == interval)
    let wider = interval.widened(2, around: 10)
    #expect(wider.high == 14)
    #expect(wider.low.agrees(with: 10 / 1.5))
    #expect(Interval(low: 1, high: 19).widened(3, around: 10).low > 0)
    #expect(Interval(low: -1, high: 1).widened(2, around: 0) == Interval(low: -1, high: 1))
  }
}
