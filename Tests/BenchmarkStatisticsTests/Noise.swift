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

  /// Box and Muller 1958.
  mutating func normal() -> Double {
    sqrt(-2 * log(uniform())) * cos(2 * .pi * uniform())
  }

  /// A time around `median`, where `sigma` is roughly its relative spread.
  mutating func logNormal(_ median: Double, sigma: Double) -> Double {
    median * exp(sigma * normal())
  }

  /// Invocations around 20 ns that differ by `between`, of trials that differ by `within`.
  mutating func invocations(
    _ count: Int, trials: Int = 12, between: Double, within: Double
  ) -> [[Double]] {
    (0..<count).map { _ in
      let center = logNormal(20, sigma: between)
      return (0..<trials).map { _ in logNormal(center, sigma: within) }
    }
  }
}

extension Double {
  /// Whether two figures agree to `relative`, where rounding may differ between C libraries.
  func agrees(with other: Double, relative: Double = 1e-12) -> Bool {
    self == other || (self - other).magnitude <= relative * Swift.max(magnitude, other.magnitude)
  }
}
