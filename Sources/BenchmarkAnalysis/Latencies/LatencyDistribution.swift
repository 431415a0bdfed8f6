import BenchmarkModel

/// The recorded latencies of one launch, sorted once for all percentiles.
struct LatencyDistribution {
  private let values: [UInt64]
  /// The number of latencies no greater than each value.
  private let seen: [Double]

  init(_ rows: [LatencyRow]) {
    let sorted = rows.sorted { $0.valueNanoseconds < $1.valueNanoseconds }
    values = sorted.map(\.valueNanoseconds)
    // Figures of a file are summed in floating point, so that no figure can make a sum overflow.
    var sum = 0.0
    seen = sorted.map {
      sum += Double($0.count)
      return sum
    }
  }

  /// The number of recorded latencies.
  var count: Double { seen.last ?? 0 }

  /// The smallest recorded value that at least `percentile` percent of the latencies do not exceed,
  /// in ns; nil if there are no latencies.
  func percentile(_ percentile: Double) -> Double? {
    guard count > 0 else { return nil }
    let rank = max(1, (percentile / 100 * count).rounded(.up))
    return seen.firstIndex { $0 >= rank }.map { Double(values[$0]) }
  }
}
