/// The duration of a trial's window, and the number of its operations.
package struct TrialTotal: Equatable, Sendable {
  /// The time from the window's start to its end by one clock, not the sum over threads.
  package let nanoseconds: Double

  /// The operations of all threads together.
  package let operations: Double

  /// Makes a window of `nanoseconds` in which `operations` were done, neither of which is negative.
  package init(nanoseconds: Double, operations: Double) {
    self.nanoseconds = nanoseconds
    self.operations = operations
  }
}

/// The mean cost of an operation: the time of all windows over their operations.
///
/// The cost is in nanoseconds per operation, and positive. If a case's windows fall into two
/// regimes, one fast and one slow, a quantile of the windows shows only one regime, and chance may
/// decide which. This cost counts the time and the operations of both regimes.
///
/// Windows may differ in length, and launches in the number of windows. A launch without windows is
/// left out.
///
/// Launches are taken as independent of each other; the windows of one launch are not. The interval
/// is Student's t interval around the cost's logarithm, with the standard error computed by leaving
/// out each launch in turn. With 5 to 60 launches, the interval holds the truth 93 to 97 times of
/// 100, for noise of one mode, for heavy tails, and for launches or windows in two regimes. A
/// bootstrap of five launches holds the truth 82 to 92 times of 100. A small sample may have no
/// launch in a rare regime, and then no interval can cover that regime.
///
/// The interval is nil below 5 launches, and if one launch has all of the operations or all of the
/// time. The whole result is nil without time or operations, and if a figure is negative or not
/// finite.
///
/// The method is the jackknife of a ratio (Quenouille 1956, Tukey 1958).
///
/// - Complexity: O(number of windows).
package func pooledCost(launches: [[TrialTotal]], confidence: Double = 0.95) -> Estimate? {
  RatioOfSums(costParts(launches))?.estimate(confidence: confidence)
}

/// The time and the operations of each launch that has windows.
private func costParts(_ launches: [[TrialTotal]]) -> [RatioOfSums.Part] {
  launches.filter { !$0.isEmpty }.map { windows in
    windows.reduce(into: RatioOfSums.Part()) { sum, window in
      sum.over += window.nanoseconds
      sum.under += window.operations
    }
  }
}
