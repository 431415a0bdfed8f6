import BenchmarkStatistics
import Glibc
import Testing

struct RunSpreadTests {
  @Test func `the interval of three runs is Student's for their medians' logarithms`() throws {
    // The medians have the logarithms 0, 1 and 2 to the base 2. The standard error of the
    // logarithms' mean is 1 / √3.
    let interval = try #require(intervalOfRuns([[1], [1.5, 2, 9], [4]], around: 2))
    let exponent = 4.302653 / 3.0.squareRoot()
    #expect(abs(interval.high / 2 - exp2(exponent)) < 1e-4 * interval.high)
    #expect(abs(2 / interval.low - exp2(exponent)) < 1e-4 * interval.high)
    #expect(spreadOfRuns([[1], [1.5, 2, 9], [4]]) == 4)
  }

  @Test func `runs around zero have an interval on a linear scale`() throws {
    let interval = try #require(intervalOfRuns([[-1], [1]], around: 0))
    #expect(abs(interval.high - 12.7062) < 1e-3)
    #expect(interval.low == -interval.high)
    #expect(spreadOfRuns([[-1], [1]]) == nil)
  }

  @Test func `an interval that overflows on a logarithmic scale is laid on a linear one`() throws {
    let interval = try #require(intervalOfRuns([[1e-30], [1e30]], around: 1))
    #expect(interval.low < -1e30 && interval.high > 1e30 && interval.high.isFinite)
  }

  @Test func `a single run with values has no interval and no spread`() {
    #expect(intervalOfRuns([[1, 2], []], around: 1.5) == nil)
    #expect(spreadOfRuns([[1, 2], []]) == nil)
    #expect(intervalOfRuns([], around: 1) == nil)
  }

  @Test func `runs that agree have an interval without width`() {
    #expect(intervalOfRuns([[2], [2], [2]], around: 2) == Interval(low: 2, high: 2))
  }

  /// The state of the machine differs from run to run, and launches agree within a run.
  @Test func `the interval holds the truth about as often as it says`() {
    var noise = Noise(seed: 20)
    var held = 0
    for _ in 0..<1000 {
      let runs = (0..<4).map { _ -> [Double] in
        let state = noise.logNormal(100, sigma: 0.1)
        return (0..<5).map { _ in noise.logNormal(state, sigma: 0.001) }
      }
      let value = median(runs.joined().map { $0 }) ?? 0
      if intervalOfRuns(runs, around: value)?.contains(100) == true { held += 1 }
    }
    #expect(held > 930 && held < 980)
  }
}
