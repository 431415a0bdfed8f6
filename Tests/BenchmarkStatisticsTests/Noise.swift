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

  /// Student's t with 2 degrees of freedom: a tail so heavy that it has no variance.
  ///
  /// Cut at 30 to either side, where a cost around it would become negative.
  mutating func heavyTailed() -> Double {
    let share = uniform()
    return max(-30, min(30, (2 * share - 1) / sqrt(2 * share * (1 - share))))
  }

  /// Launches of two windows, each of as many operations, that cost what `windows` returns.
  mutating func launches(_ count: Int, _ windows: (inout Noise) -> [Double]) -> [[WindowTotal]] {
    (0..<count).map { _ in
      windows(&self).map { WindowTotal(nanoseconds: $0 * 1000, operations: 1000) }
    }
  }

  /// Launches around 20 ns that differ by `between`, of trials that differ by `within`.
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
  /// Whether two figures agree to `relative`, where rounding may differ between C libraries.
  func agrees(with other: Double, relative: Double = 1e-12) -> Bool {
    self == other || (self - other).magnitude <= relative * Swift.max(magnitude, other.magnitude)
  }
}
