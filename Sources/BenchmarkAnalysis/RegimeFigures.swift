import BenchmarkModel
import BenchmarkStatistics

extension RegimeFigure {
  /// Returns the estimate of this figure from a case's regimes.
  func estimate(of regimes: Regimes) -> Estimate {
    switch self {
    case .fast: regimes.fast
    case .slow: regimes.slow
    case .slowShare: regimes.slowShare
    }
  }

  /// The text for readers on the costs of a case's two regimes, with the slow regime's share of the
  /// time; nil if the case has one regime.
  static func text(of metrics: [String: MetricSummary]) -> String? {
    guard let fast = metrics[RegimeFigure.fast.rawValue]?.estimate,
      let slow = metrics[RegimeFigure.slow.rawValue]?.estimate,
      let slowShare = metrics[RegimeFigure.slowShare.rawValue]?.estimate
    else { return nil }
    let share = Int((100 * slowShare.value).rounded())
    let range = slowShare.interval.map { interval in
      " (\(Int((100 * interval.low).rounded())) to \(Int((100 * interval.high).rounded())) %)"
    }
    return "\(nanoseconds(fast.value)), and \(nanoseconds(slow.value)) for \(share) %"
      + "\(range ?? "") of the time"
  }

  /// The text of a cost, to three digits.
  static func nanoseconds(_ value: Double) -> String {
    FigureText.significant(three(value)) + " ns"
  }

  /// Rounds to three digits.
  private static func three(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return value }
    var scale = 1.0
    while value / scale >= 1000 { scale *= 10 }
    while value / scale < 100 { scale /= 10 }
    return (value / scale).rounded() * scale
  }
}
