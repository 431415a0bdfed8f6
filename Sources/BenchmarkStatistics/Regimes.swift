import Glibc

/// The cost of a case in each of two regimes of its windows, fast and slow, and the share of the
/// time that the slow windows take.
package struct Regimes: Equatable, Sendable {
  /// Nanoseconds per operation of the fast windows: their time over their operations.
  package let fast: Estimate

  /// Nanoseconds per operation of the slow windows.
  package let slow: Estimate

  /// The share of the windows' time that is spent in slow windows, 0...1.
  package let slowShare: Estimate
}

/// The two regimes that the windows fall into; nil if there is only one.
///
/// A threshold divides the windows by the logarithms of their costs, so that the spread within the
/// two sides is least. The sides are two regimes if all of these conditions hold:
///
/// - There are 10 windows or more, each with a cost that is positive and finite.
/// - Each side has a tenth of the windows or more, from 2 launches or more: an outlier is not a
///   regime.
/// - The geometric mean of the slow side is 1.5 times that of the fast side, or more.
/// - The sides explain more than 83 % of the spread (the sum of the squared deviations from the
///   mean). With n < 19 launches, they explain more than (102 - n) %, because few launches leave
///   more to chance.
///
/// For comparison, a cut in the middle explains 64 % of the spread of normal noise and 75 % of that
/// of uniform noise. Log-normal noise of 1 to 40 %, between windows or between launches, is taken
/// for two regimes at most 2 times of 100.
///
/// Costs have the intervals of `pooledCost(launches:confidence:)`, over the launches that have
/// windows in the regime: nil below 5 such launches. The interval of the share is computed in the
/// same way, from the time in slow windows over the time in fast windows, and is wider than needed
/// below 24 launches. No interval covers the uncertainty of the threshold.
///
/// The method is exact two-means in one dimension (Fisher 1958).
///
/// - Complexity: O(n log n) for n windows.
package func regimes(launches: [[TrialTotal]]) -> Regimes? {
  guard let threshold = regimeThreshold(launches) else { return nil }
  let fast = launches.map { $0.filter { logCost($0) < threshold } }
  let slow = launches.map { $0.filter { logCost($0) >= threshold } }
  guard min(fast.count { !$0.isEmpty }, slow.count { !$0.isEmpty }) >= 2,
    let fastCost = pooledCost(launches: fast), let slowCost = pooledCost(launches: slow),
    let odds = timeOdds(slow: slow, fast: fast)
  else { return nil }
  return Regimes(fast: fastCost, slow: slowCost, slowShare: share(odds))
}

/// The logarithm of the cost that divides the windows best; nil if the windows are too few, a
/// cost is not positive and finite, or the sides differ too little.
private func regimeThreshold(_ launches: [[TrialTotal]]) -> Double? {
  let ascending = launches.joined().map(logCost).sorted()
  let count = ascending.count
  guard count >= 10, ascending.allSatisfy(\.isFinite) else { return nil }
  let mean = ascending.reduce(0, +) / Double(count)
  let total = ascending.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  var (sum, between, apart, threshold) = (0.0, 0.0, 0.0, 0.0)
  for below in 1..<count {
    let (last, next) = (ascending[below - 1], ascending[below])
    sum += last - mean
    guard min(below, count - below) * 10 >= count, last < next else { continue }
    // All deviations from the mean sum to zero, so the sum of one side gives the means of both
    // sides, and so their distance.
    let distance = -sum * Double(count) / (Double(below) * Double(count - below))
    let explained = -sum * distance
    if explained > between {
      (between, apart, threshold) = (explained, distance, (last + next) / 2)
    }
  }
  let measured = launches.count { !$0.isEmpty }
  let least = max(0.83, 1.02 - Double(measured) / 100)
  return apart >= log(1.5) && between > least * total ? threshold : nil
}

private func logCost(_ window: TrialTotal) -> Double {
  log(window.nanoseconds / window.operations)
}

/// The time in slow windows over the time in fast windows.
private func timeOdds(slow: [[TrialTotal]], fast: [[TrialTotal]]) -> Estimate? {
  let parts = zip(slow, fast).filter { !$0.isEmpty || !$1.isEmpty }.map { slow, fast in
    RatioOfSums.Part(
      over: slow.reduce(0) { $0 + $1.nanoseconds }, under: fast.reduce(0) { $0 + $1.nanoseconds })
  }
  return RatioOfSums(parts)?.estimate(confidence: 0.95)
}

/// The share that corresponds to odds: odds / (1 + odds).
private func share(_ odds: Estimate) -> Estimate {
  func share(_ odds: Double) -> Double { odds / (1 + odds) }
  return Estimate(
    value: share(odds.value),
    interval: odds.interval.map { Interval(low: share($0.low), high: share($0.high)) })
}
