import BenchmarkStatistics
import Testing

struct ModalityTests {
  @Test func `an empty sample has no mode`() {
    #expect(modeCount([]) == 0)
  }

  @Test func `fewer than five values have one mode`() {
    #expect(modeCount([20]) == 1)
    #expect(modeCount([20, 20, 45, 45]) == 1)
  }

  @Test(arguments: [0, 1, 20])
  func `equal values have one mode`(value: Double) {
    #expect(modeCount(Array(repeating: value, count: 10)) == 1)
  }

  @Test func `two clear groups of values are two modes in any order`() {
    #expect(modeCount([45, 20, 44, 21, 46, 20.5, 45.5, 19, 43, 22]) == 2)
    #expect(modeCount([20, 20, 45, 45, 45]) == 2)
  }

  @Test func `a lone outlier is not a mode`() {
    #expect(modeCount([20, 20.1, 20.2, 19.9, 20.3, 19.8, 20.1, 20, 20.2, 90]) == 1)
    #expect(modeCount([5, 20.1, 20.2, 19.9, 20.3, 19.8, 20.1, 20, 20.2, 20.4]) == 1)
  }

  @Test func `fewer than a fifth of the values are outliers, not a mode`() {
    let many = Array(repeating: 20.0, count: 17)
    #expect(modeCount(many + [45, 45, 45]) == 1)
    #expect(modeCount(many.dropLast() + [45, 45, 45, 45]) == 2)
  }

  @Test func `groups less than a tenth apart are one mode`() {
    #expect(modeCount([100, 100, 100, 109, 109, 109]) == 1)
    #expect(modeCount([100, 100, 100, 110, 110, 110]) == 2)
  }

  @Test func `an evenly spread sample has one mode`() {
    #expect(modeCount((1...20).map(Double.init)) == 1)
  }

  @Test func `fewer values need a wider gap between two modes`() {
    // Among 6 values, the widest gap must be 5 times the next widest, and is 3.5 times. Among 10
    // values, it must be 3 times the next widest, and is 7 times.
    #expect(modeCount([20, 21, 22, 25.5, 26.5, 27.5]) == 1)
    #expect(modeCount([20, 20.5, 21, 21.5, 22, 25.5, 26, 26.5, 27, 27.5]) == 2)
  }

  @Test(arguments: [5, 7, 10, 20, 50], [0.01, 0.05, 0.1, 0.2, 0.3])
  func `noise with one mode is seldom divided`(count: Int, sigma: Double) {
    var noise = Noise(seed: UInt64(count))
    let runs = 400
    let alarms = (0..<runs).count { _ in
      modeCount((0..<count).map { _ in noise.logNormal(20, sigma: sigma) }) == 2
    }
    #expect(Double(alarms) / Double(runs) < 0.05)
  }

  @Test(arguments: [7, 10, 20, 50], [0.3, 0.5, 0.7])
  func `two regimes are nearly always found`(count: Int, slowShare: Double) {
    var noise = Noise(seed: UInt64(count))
    let runs = 200
    let slow = Int((slowShare * Double(count)).rounded())
    let found = (0..<runs).count { _ in
      modeCount((0..<count).map { noise.logNormal($0 < slow ? 45 : 20, sigma: 0.05) }) == 2
    }
    #expect(Double(found) / Double(runs) > (count < 10 ? 0.8 : 0.95))
  }
}
