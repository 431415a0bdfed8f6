import Glibc

/// The correlation of successive launches, from the series of one or more cases.
///
/// A state of the host lasts some ten seconds. Launches within one state agree with each other
/// better than with launches of a later run, so an interval that takes launches as independent is
/// too narrow. The correlation is that of each value's rank in its series with the next value's
/// rank. A short series tells little, because subtracting its own mean removes slow changes. So
/// ``prior``, which was seen on a shared guest, counts like ``priorLaunches`` more launches; beside
/// the hundreds of launches of a suite, the prior hardly counts.
///
/// - Complexity: O(n log n) in the number of values.
package struct SerialCorrelation: Equatable, Sendable {
  /// The correlation of successive launches that is assumed before any launch.
  ///
  /// On two vCPUs of a shared guest, successive launches of a contended case, two seconds apart,
  /// had correlations of 0.4 to 0.7 for spinlocks and mutexes, and of 0.3 for other primitives that
  /// sleep.
  package static let prior = 0.5
  /// The weight of ``prior``, in launches.
  package static let priorLaunches = 10.0
  /// The largest correlation that is used: a larger correlation would make the intervals of short
  /// series too wide to tell anything.
  package static let largest = 0.8
  /// The time in which the effect of a state of the host falls to 1/e, in s.
  package static let stateSeconds = 10.0

  /// The correlation of successive launches, from 0 to ``largest``.
  package let correlation: Double
  /// The share of the effect of the host's state that remains at the next launch, from 0 to 1.
  private let persistence: Double

  /// Makes the correlation of successive launches from several series.
  ///
  /// - Parameters:
  ///   - series: The values of each series, in the order of time.
  ///   - secondsApart: The time between two successive launches.
  package init(_ series: [[Double]], secondsApart: Double) {
    let seen = series.filter { $0.count > 2 }.map { (Double($0.count), Self.ofNeighbours($0)) }
    let launches = seen.reduce(Self.priorLaunches) { $0 + $1.0 }
    let mean = seen.reduce(Self.priorLaunches * Self.prior) { $0 + $1.0 * $1.1 } / launches
    correlation = min(Self.largest, max(0, mean))
    persistence = exp(-max(0, secondsApart) / Self.stateSeconds)
  }

  /// The factor by which an interval of `launches` launches is wider than that of as many
  /// independent launches.
  ///
  /// A launch's value is the effect of the host's state plus independent noise. Launches
  /// at a distance k have the correlation r pᵏ⁻¹: r is that of successive launches, and p the share
  /// of the effect that remains at the next launch. So the variance of the mean of n launches is
  /// 1 + 2 Σ (1 - k / n) r pᵏ⁻¹ times the variance for independent launches. Bayley and Hammersley
  /// 1946.
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

  /// The correlation of successive ranks, plus the 1 / n that is lost by subtracting the series'
  /// own mean.
  private static func ofNeighbours(_ values: [Double]) -> Double {
    let ranks = midRanks(values).map { $0 - Double(values.count - 1) / 2 }
    let all = ranks.reduce(0) { $0 + $1 * $1 }
    let neighbours = zip(ranks, ranks.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    return all > 0 ? neighbours / all + 1 / Double(values.count) : 0
  }

  /// The rank of each value, from 0; equal values have the mean of their ranks.
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
  /// The interval with its ends about `factor` times as far from a positive `value`; the lower end
  /// stays positive.
  ///
  /// The factor multiplies the upper end's difference from the value, and the difference of the
  /// lower end's reciprocal from the value's reciprocal.
  package func widened(_ factor: Double, around value: Double) -> Interval {
    guard low > 0, low <= value, value <= high else { return self }
    return Interval(
      low: value / (1 + factor * (value / low - 1)), high: value + factor * (high - value))
  }
}
