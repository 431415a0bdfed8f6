import Glibc

/// The resemblance of successive launches, from the series of one or more cases.
///
/// A state of the host lasts some ten seconds. Launches within it agree with each other better than with those of a later
/// run, so an interval that takes them for independent is too narrow. The correlation of each value's rank with the next
/// one's tells. A short series tells little: its own mean takes the slow part away. So what was seen of a shared guest
/// counts as ``priorLaunches`` launches more; beside the hundreds of a suite they do not count.
///
/// - Complexity: O(n log n) in the number of values.
package struct SerialCorrelation: Equatable, Sendable {
  /// The correlation of launches two seconds apart that is assumed before any is seen.
  ///
  /// Contended cases of two vCPUs of a shared guest: 0.4 to 0.7 of spinlocks and mutexes, 0.3 of what sleeps.
  package static let prior = 0.5
  /// The weight of that assumption, in launches.
  package static let priorLaunches = 10.0
  /// The largest correlation that is believed: beyond it no short series has an interval.
  package static let largest = 0.8
  /// The time in which what is left of a state falls to 1/e, in s.
  package static let stateSeconds = 10.0

  /// The correlation of neighbours, from 0 to ``largest``.
  package let correlation: Double
  /// The share of a state that remains from one launch to the next, from 0 to 1.
  private let persistence: Double

  /// The correlation of neighbours over several series.
  ///
  /// - Parameters:
  ///   - series: The values of each series, in the order of time.
  ///   - secondsApart: The time between two neighbours.
  package init(_ series: [[Double]], secondsApart: Double) {
    let seen = series.filter { $0.count > 2 }.map { (Double($0.count), Self.ofNeighbours($0)) }
    let launches = seen.reduce(Self.priorLaunches) { $0 + $1.0 }
    let mean = seen.reduce(Self.priorLaunches * Self.prior) { $0 + $1.0 * $1.1 } / launches
    correlation = min(Self.largest, max(0, mean))
    persistence = exp(-max(0, secondsApart) / Self.stateSeconds)
  }

  /// The factor by which an interval of `launches` is wider than an interval of independent launches.
  ///
  /// A launch is its state and noise of its own. So the correlation falls with the distance k as r pᵏ⁻¹, with p what is left
  /// of a state, and the variance of a mean is larger by 1 + 2 Σ (1 - k / n) r pᵏ⁻¹. Bayley and Hammersley 1946.
  ///
  /// - Complexity: O(launches).
  package func widening(ofLaunches launches: Int) -> Double {
    var (sum, left) = (0.0, correlation)
    for distance in stride(from: 1, to: launches, by: 1) where left > 1e-6 {
      sum += (1 - Double(distance) / Double(launches)) * left
      left *= persistence
    }
    return sqrt(1 + 2 * sum)
  }

  /// The correlation of ranks, with what the mean of the series itself takes away.
  private static func ofNeighbours(_ values: [Double]) -> Double {
    let ranks = midRanks(values).map { $0 - Double(values.count - 1) / 2 }
    let all = ranks.reduce(0) { $0 + $1 * $1 }
    let neighbours = zip(ranks, ranks.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    return all > 0 ? neighbours / all + 1 / Double(values.count) : 0
  }

  /// The place of each value in ascending order, from 0; equal values have the mean of theirs.
  private static func midRanks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = values
    var first = 0
    while first < order.count {
      var last = first
      while last + 1 < order.count, values[order[last + 1]] == values[order[first]] { last += 1 }
      for index in order[first...last] { ranks[index] = Double(first + last) / 2 }
      first = last + 1
    }
    return ranks
  }
}

extension Interval {
  /// The interval with ends `factor` times as far from a positive `value`, which no lower end leaves below zero.
  ///
  /// The upper end moves by the factor on its difference, the lower end by the factor on the difference of the
  /// reciprocal.
  package func widened(_ factor: Double, around value: Double) -> Interval {
    guard low > 0, low <= value, value <= high else { return self }
    return Interval(
      low: value / (1 + factor * (value / low - 1)), high: value + factor * (high - value))
  }
}
