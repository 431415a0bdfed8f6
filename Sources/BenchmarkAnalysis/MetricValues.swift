package import BenchmarkModel
import BenchmarkStatistics

extension MetricSource {
  /// The values of a launch: one for each trial, or one for the whole launch; empty if there are
  /// none.
  package func values(of record: LaunchRecord) -> [Double] {
    guard record.failure == nil else { return [] }
    switch self {
    case .elapsedPerOperation:
      return record.trials.compactMap { $0.perOperation(Double($0.elapsedNanoseconds)) }
    case .operationsPerSecond:
      return record.trials.compactMap { $0.perSecond(Double($0.operations)) }
    case .processorTimePerOperation:
      return record.trials.compactMap {
        $0.perOperation(Double($0.userNanoseconds) + Double($0.systemNanoseconds))
      }
    case .switchesPerOperation:
      return Self.switchesPerOperation(record)
    case .fairness:
      let shares = record.threads.map { Double($0.operations) }
      return shares.count > 1 ? [jainIndex(shares)].compactMap { $0 } : []
    case .smallestShare:
      let shares = record.threads.map { Double($0.operations) }
      return shares.count > 1 ? [BenchmarkStatistics.smallestShare(shares)].compactMap { $0 } : []
    case .shareDeviation:
      // Jain's index is 1 / (1 + r²), with the ratio r of the standard deviation to the mean.
      return Self.fairness.values(of: record).map { max(0, 1 / $0 - 1).squareRoot() }
    case .elapsedMilliseconds:
      return record.trials.map { Double($0.elapsedNanoseconds) / 1e6 }
    case .observation(let name):
      return record.observations.filter { $0.name == name }.map(\.value)
    case .observationPerSecond(let name):
      return Self.perSecond(name, record)
    case .latency(let percentile):
      return [LatencyDistribution(record.latencies).percentile(percentile)].compactMap { $0 }
    case .regime, .speedup, .efficiency, .overheadPerOperation, .referenceCost,
      .timeBeyondWork, .costBeyondReference, .costOverReference, .counted, .countedValue:
      return []
    }
  }

  /// The switches per operation over the whole launch, because a single trial may see none.
  private static func switchesPerOperation(_ record: LaunchRecord) -> [Double] {
    // Figures of a file are summed in floating point, so that no figure can make a sum overflow.
    let operations = record.trials.reduce(0.0) { $0 + Double($1.operations) }
    guard operations > 0 else { return [] }
    let switches = record.trials.reduce(0.0) {
      $0 + Double($1.voluntarySwitches) + Double($1.involuntarySwitches)
    }
    return [switches / operations]
  }

  private static func perSecond(_ name: String, _ record: LaunchRecord) -> [Double] {
    record.observations.filter { $0.name == name }.compactMap { row in
      record.trials.first { $0.trial == row.trial }?.perSecond(row.value)
    }
  }
}

extension MetricSource {
  /// The totals of a launch's trials, for a metric that is a ratio of two sums; nil for any other
  /// metric.
  ///
  /// For a rate, ``TrialTotal/nanoseconds`` holds 1e9 times the count, and ``TrialTotal/operations``
  /// the time in ns.
  func windows(of record: LaunchRecord) -> [TrialTotal]? {
    guard record.failure == nil else { return nil }
    switch self {
    case .elapsedPerOperation:
      return record.trials.map {
        TrialTotal(nanoseconds: Double($0.elapsedNanoseconds), operations: Double($0.operations))
      }
    case .processorTimePerOperation:
      return record.trials.map {
        TrialTotal(
          nanoseconds: Double($0.userNanoseconds) + Double($0.systemNanoseconds),
          operations: Double($0.operations))
      }
    case .operationsPerSecond:
      return record.trials.map {
        TrialTotal(
          nanoseconds: 1e9 * Double($0.operations), operations: Double($0.elapsedNanoseconds))
      }
    case .observationPerSecond(let name):
      let trials = record.trials.keyed(by: \.trial)
      return record.observations.compactMap { row in
        guard row.name == name, let trial = trials[row.trial] else { return nil }
        return TrialTotal(
          nanoseconds: 1e9 * row.value, operations: Double(trial.elapsedNanoseconds))
      }
    default: return nil
    }
  }

  /// Whether the values have limits, such as 0 and 1, which the ends of a widened interval could
  /// pass.
  var isLimited: Bool { [.fairness, .smallestShare, .shareDeviation].contains(self) }

  /// The quantile of a launch's trials that sums up the launch: the case's own quantile for wall
  /// time, 1 minus that quantile for a rate, and 0.5, the median, for any other metric.
  func summaryLevel(of planned: PlannedCase) -> Double {
    switch self {
    case .elapsedPerOperation, .elapsedMilliseconds: planned.summaryLevel
    case .operationsPerSecond, .observationPerSecond: 1 - planned.summaryLevel
    default: 0.5
    }
  }
}

extension TrialRow {
  fileprivate func perOperation(_ value: Double) -> Double? {
    operations > 0 ? value / Double(operations) : nil
  }

  fileprivate func perSecond(_ value: Double) -> Double? {
    elapsedNanoseconds > 0 ? value / Double(elapsedNanoseconds) * 1e9 : nil
  }
}

extension [TrialTotal] {
  /// The sum of ``TrialTotal/nanoseconds`` divided by the sum of ``TrialTotal/operations``; nil if
  /// the sum of operations is 0.
  var ratio: Double? {
    let under = reduce(0) { $0 + $1.operations }
    return under > 0 ? reduce(0) { $0 + $1.nanoseconds } / under : nil
  }
}
