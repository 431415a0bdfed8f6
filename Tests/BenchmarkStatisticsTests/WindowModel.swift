import BenchmarkStatistics
import Glibc

/// Models of the cost of a case's windows, with a known mean.
enum WindowModel: CaseIterable {
  case logNormal
  case heavyTails
  /// Each process takes 20 ns or 50 ns per operation throughout.
  case processRegimes
  /// Windows take 80 to 300 ns or 10 to 30 µs per operation; each process has a share of slow
  /// windows of its own.
  case serialQueue

  /// The costs of one launch's two windows, in nanoseconds per operation.
  func windows(_ noise: inout Noise) -> [Double] {
    switch self {
    case .logNormal:
      let center = noise.logNormal(20, sigma: 0.07)
      return [noise.logNormal(center, sigma: 0.02), noise.logNormal(center, sigma: 0.02)]
    case .heavyTails:
      let center = 20 * (1 + 0.03 * noise.heavyTailed())
      return [noise.logNormal(center, sigma: 0.02), noise.logNormal(center, sigma: 0.02)]
    case .processRegimes:
      let center = noise.uniform() < 0.5 ? 20.0 : 50
      return [noise.logNormal(center, sigma: 0.02), noise.logNormal(center, sigma: 0.02)]
    case .serialQueue:
      // Shares near 0 and 1 are the most frequent: 0.04 and 0.98 were both seen.
      let slowShare = (1 - cos(.pi * noise.uniform())) / 2
      return (0..<2).map { _ in
        let position = noise.uniform()
        return noise.uniform() < slowShare ? 10_000 + 20_000 * position : 80 + 220 * position
      }
    }
  }

  /// The cost of infinitely many windows, in nanoseconds per operation.
  var meanCost: Double {
    func logNormalMean(_ variance: Double) -> Double { exp(variance / 2) }
    switch self {
    case .logNormal: return 20 * logNormalMean(0.07 * 0.07 + 0.02 * 0.02)
    case .heavyTails: return 20 * logNormalMean(0.02 * 0.02)
    case .processRegimes: return 35 * logNormalMean(0.02 * 0.02)
    case .serialQueue: return (20_000 + 190) / 2
    }
  }
}
