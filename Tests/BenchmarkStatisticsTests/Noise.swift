import BenchmarkStatistics
import Glibc

/// Seeded noise with the shapes that timings have.
struct Noise {
  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// A number strictly between 0 and 1.
  mutating func uniform() -> Double {
    (Double(generator.next() >> 11) + 0.5) * 0x1p-53
  }

  /// A standard normal number (Box and Muller 1958).
  mutating func normal() -> Double {
    sqrt(-2 * log(uniform())) * cos(2 * .pi * uniform())
  }

  /// A time around `median`, with a relative spread of roughly `sigma`.
  mutating func logNormal(_ median: Double, sigma: Double) -> Double {
    median * exp(sigma * normal())
  }

  /// A number of Student's t distribution with 2 degrees of freedom, whose variance is infinite.
  ///
  /// Numbers beyond ±30 become ±30: a test makes costs such as 20 × (1 + 0.03 × number), which must
  /// not be negative.
  mutating func heavyTailed() -> Double {
    let share = uniform()
    return max(-30, min(30, (2 * share - 1) / sqrt(2 * share * (1 - share))))
  }

  /// Launches of windows of 1000 operations; `windows` returns the windows' costs, in nanoseconds
  /// per operation.
  mutating func launches(_ count: Int, _ windows: (inout Noise) -> [Double]) -> [[TrialTotal]] {
    (0..<count).map { _ in
      windows(&self).map { TrialTotal(nanoseconds: $0 * 1000, operations: 1000) }
    }
  }

  /// Launches around 20 ns with relative spreads `between` launches and `within` each.
  mutating func launches(
    _ count: Int, trials: Int = 12, between: Double, within: Double
  ) -> [[Double]] {
    (0..<count).map { _ in
      let center = logNormal(20, sigma: between)
      return (0..<trials).map { _ in logNormal(center, sigma: within) }
    }
  }
}

extension Double {
  /// Whether two figures agree to the share `relative`; rounding may differ between C libraries.
  func agrees(with other: Double, relative: Double = 1e-12) -> Bool {
    self == other || (self - other).magnitude <= relative * Swift.max(magnitude, other.magnitude)
  }
}
