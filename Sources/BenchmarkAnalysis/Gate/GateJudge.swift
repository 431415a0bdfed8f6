package import BenchmarkModel
import BenchmarkStatistics

/// Judges the pairs of a gate: sums up each launch, and decides which cases need no more pairs.
package struct GateJudge: GateJudging {
  /// The metric that one case of the plan is compared by.
  private struct Metric {
    let source: MetricSource
    let summary: LaunchSummary
  }

  /// The pairs so far.
  package private(set) var tally: GateTally
  private let metrics: [Metric]
  private var measured: [Int: Int] = [:]

  /// Makes a judge of a gate; `plan` must have each of the gate's cases and the column of each
  /// case's compared metric.
  package init(_ gate: GatePlan, in plan: Plan) {
    tally = GateTally(plan: gate)
    metrics = gate.cases.map { gated in
      let columns = plan.tables.first { $0.suite == gated.id.suite }?.columns ?? []
      guard let planned = plan.cases.first(where: { $0.id == gated.id }),
        let column = columns.first(where: { $0.name == gated.metric })
      else { preconditionFailure("a sound plan has the case and the column that a gate compares") }
      return Metric(
        source: column.source, summary: LaunchSummary(of: column.source, in: planned))
    }
  }

  /// The value of a launch that a pair compares; nil if the launch has no samples.
  package func value(of record: LaunchRecord, caseIndex: Int) -> Double? {
    metrics[caseIndex].summary.value(of: metrics[caseIndex].source.values(of: record))
  }

  /// Takes the outcome of the next pair into account.
  package mutating func add(_ row: PairRow) {
    tally.add(row)
    switch row.outcome {
    case .measured: measured[row.caseIndex, default: 0] += 1
    case .failed: measured[row.caseIndex] = .max
    case .repeated: break
    }
  }

  /// Whether a case needs no further pair.
  package func isSettled(_ caseIndex: Int) -> Bool {
    guard let pairs = tally.plan.fixedPairs else { return tally.isSettled(caseIndex) }
    return measured[caseIndex, default: 0] >= pairs
  }

  /// The indices of the gated cases that are slower so far, including expected regressions.
  package var slowerCases: [Int] {
    let slower = tally.evaluation().cases.filter { $0.verdict == .fail }.map(\.planned)
    return tally.plan.cases.indices.filter { slower.contains(tally.plan.cases[$0]) }
  }
}

extension PairWalk {
  /// The walk through the pairs of a measured gate; nil if the plan has no gate.
  ///
  /// - Complexity: O(number of launches).
  init?(_ run: Run) {
    guard let gate = run.document.plan.gate else { return nil }
    self.init(gate, of: run.document, judge: GateJudge(gate, in: run.document.plan))
    _ = nextLaunch(in: run)
  }
}

extension PairRecording {
  /// The pairs of a measured gate, from its raw rows; nil if the plan has no gate.
  ///
  /// - Complexity: O(number of launches).
  package init?(_ run: Run) {
    guard let plan = run.document.plan.gate, let walk = PairWalk(run) else { return nil }
    self.init(plan: plan, rows: walk.rows)
  }
}

/// The rule that reduces a launch's samples to the one number that a pair compares.
enum LaunchSummary: Equatable {
  /// A quantile of the samples, as in a run.
  case quantile(Double)
  case mean

  /// The mean if threads share a trial of fixed time, else the quantile that sums up a launch in a
  /// run.
  ///
  /// Threads that hand a primitive over through the kernel have two regimes, fast and slow, and a
  /// trial may begin in one regime and end in the other. A quantile jumps from one regime to the
  /// other, but the mean moves by the share of time in each regime.
  init(of source: MetricSource, in planned: PlannedCase) {
    // Trials of one thread may have a fixed time too, but the plan sums up their launch by the
    // quantile 0, the minimum.
    let isShared = planned.pace == .window && planned.summaryLevel > 0
    self = isShared ? .mean : .quantile(source.summaryLevel(of: planned))
  }

  /// The number for the samples of a launch; nil if there are none.
  func value(of samples: [Double]) -> Double? {
    switch self {
    case .quantile(let level): BenchmarkStatistics.quantile(samples, level)
    case .mean: samples.isEmpty ? nil : samples.reduce(0, +) / Double(samples.count)
    }
  }
}
