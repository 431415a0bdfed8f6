package import BenchmarkModel
import BenchmarkStatistics

/// Judges the pairs of a gate: what a launch comes to, and when a case is decided.
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

  /// Makes a judge of a gate whose plan is sound: it has each of the gate's cases, with the column that is compared.
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

  /// The one number of a launch.
  package func value(of record: LaunchRecord, caseIndex: Int) -> Double? {
    metrics[caseIndex].summary.value(of: metrics[caseIndex].source.values(of: record))
  }

  /// Takes a pair.
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

  /// The places of the gated cases that are slower by now, those expected among them.
  package var slowerCases: [Int] {
    let slower = tally.evaluation().cases.filter { $0.verdict == .fail }.map(\.planned)
    return tally.plan.cases.indices.filter { slower.contains(tally.plan.cases[$0]) }
  }
}

extension PairWalk {
  /// The way through the pairs of a gate that was measured; nil for a run.
  ///
  /// - Complexity: O(number of launches).
  init?(_ run: Run) {
    guard let gate = run.document.plan.gate else { return nil }
    self.init(gate, of: run.document, judge: GateJudge(gate, in: run.document.plan))
    _ = nextLaunch(in: run)
  }
}

extension PairRecording {
  /// The pairs of a gate that was measured, by its raw rows; nil for a run.
  ///
  /// - Complexity: O(number of launches).
  package init?(_ run: Run) {
    guard let plan = run.document.plan.gate, let walk = PairWalk(run) else { return nil }
    self.init(plan: plan, rows: walk.rows)
  }
}

/// The rule that makes a launch's samples the one number that a pair compares.
enum LaunchSummary: Equatable {
  /// A quantile of them, as in a run.
  case quantile(Double)
  case mean

  /// The mean if threads share a window, else the quantile that sums up a launch in a run.
  ///
  /// Threads that hand over through the kernel fall into regimes that a trial ends in or begins in, so
  /// a quantile jumps from one regime to another, but the mean moves by the share of the time that each had.
  init(of source: MetricSource, in planned: PlannedCase) {
    // The minimum is the plan's for one thread alone, in a window too.
    let isShared = planned.pace == .window && planned.summaryLevel > 0
    self = isShared ? .mean : .quantile(source.summaryLevel(of: planned))
  }

  /// The number; nil if there are no samples.
  func value(of samples: [Double]) -> Double? {
    switch self {
    case .quantile(let level): BenchmarkStatistics.quantile(samples, level)
    case .mean: samples.isEmpty ? nil : samples.reduce(0, +) / Double(samples.count)
    }
  }
}
