public import BenchmarkModel
import BenchmarkStatistics

/// Judges the pairs of a live gate: what a launch comes to, and when a case is decided.
public struct GateJudge: GateJudging {
  /// What one case of the plan is compared by.
  private struct Metric {
    let source: MetricSource
    let summary: LaunchSummary
  }

  /// The pairs so far.
  public private(set) var tally: GateTally
  private let metrics: [Metric]

  /// Makes a judge of a plan; `subjects` has, at each place, what the plan's case there is measured as.
  public init(plan: GatePlan, subjects: [GateSubject]) {
    precondition(plan.cases.count == subjects.count, "each case of the plan has its subject")
    tally = GateTally(plan: plan)
    metrics = zip(plan.cases, subjects).map { gated, subject in
      guard let column = subject.columns.first(where: { $0.name == gated.metric }) else {
        preconditionFailure("the plan compares a column that its subject has")
      }
      return Metric(
        source: column.source, summary: LaunchSummary(of: column.source, in: subject.planned))
    }
  }

  /// The values of the gated metric that an invocation gave.
  public func samples(of record: InvocationRecord, caseIndex: Int) -> [Double] {
    metrics[caseIndex].source.values(of: record)
  }

  /// What the values of a launch come to: one number.
  public func value(of samples: [Double], caseIndex: Int) -> Double? {
    metrics[caseIndex].summary.value(of: samples)
  }

  /// Takes a pair.
  public mutating func add(_ row: PairRow) { tally.add(row) }

  /// Whether a case needs no further pair.
  public func isSettled(_ caseIndex: Int) -> Bool { tally.isSettled(caseIndex) }
}

/// How the samples of one launch become the one number that a pair compares.
enum LaunchSummary: Equatable {
  /// A quantile of them, as in a run.
  case quantile(Double)
  /// Their mean.
  case mean

  /// The mean where threads share a window, else the quantile that sums up an invocation in a run.
  ///
  /// Threads that hand over through the kernel fall into regimes that a trial ends in or begins in, so
  /// a quantile jumps from one regime to another where the mean moves by the share of the time that each had.
  init(of source: MetricSource, in planned: PlannedCase) {
    // The minimum is the plan's for one thread alone, in a window too.
    let isShared = planned.pace == .window && planned.summaryLevel > 0
    self = isShared ? .mean : .quantile(source.summaryLevel(of: planned))
  }

  /// The number; nil where there are no samples.
  func value(of samples: [Double]) -> Double? {
    switch self {
    case .quantile(let level): BenchmarkStatistics.quantile(samples, level)
    case .mean: samples.isEmpty ? nil : samples.reduce(0, +) / Double(samples.count)
    }
  }
}
