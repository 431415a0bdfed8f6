import BenchmarkModel

/// The findings to tell a run's reader first: the fastest primitive of each situation, and the
/// surprises.
package struct RunFindings: Equatable, Sendable {
  /// The best of each situation, in the plan's order.
  package let fastest: [FastestFinding]
  /// The surprises, the gravest first.
  package let surprises: [Surprise]

  /// Finds the fastest primitives and the surprises of a run that was summed up.
  ///
  /// - Parameter rankings: The summary's rankings, if they are made already.
  /// - Complexity: O(cases × metrics), and the complexity of the rankings.
  package init(_ summary: RunSummary, rankings: [[Ranking]]? = nil) {
    fastest = zip(summary.suites, rankings ?? summary.rankings()).flatMap { suite, rankings in
      rankings.compactMap { FastestFinding($0, suite: suite.table.suite) }
    }
    surprises =
      FaultRule.findings(in: summary).map(Surprise.fault)
      + RemovedRule.findings(in: summary).map(Surprise.removed)
      + CollapseRule.findings(in: summary).map(Surprise.collapse)
      + UnfairnessRule.findings(in: summary).map(Surprise.unfairness)
      + WaitTailRule.findings(in: summary).map(Surprise.waitTail)
      + SlowLoopRule.findings(in: summary).map(Surprise.slowLoop)
      + PredictionRule.findings(in: summary).map(Surprise.prediction)
      + RegimesRule.findings(in: summary).map(Surprise.regimes)
      + DisturbanceRule.findings(in: summary).map(Surprise.disturbance)
  }
}

/// A fact of a run that a reader would not expect; the kinds are in the order of importance.
package enum Surprise: Equatable, Sendable {
  /// A primitive broke its promise or crashed, or a control had to fail and did not.
  case fault(FaultFinding)
  /// Closures cost no more than a closure that does nothing: the optimiser removed their work.
  case removed(RemovedFinding)
  /// The throughput of primitives collapses from some number of threads on.
  case collapse(CollapseFinding)
  /// Some of the threads that share a primitive get next to nothing of it.
  case unfairness(UnfairnessFinding)
  /// The long waits of a primitive are far longer than its usual waits.
  case waitTail(WaitTailFinding)
  /// A parallel loop is slower than the plain loop, or than itself on fewer CPUs.
  case slowLoop(SlowLoopFinding)
  /// Figures are far from what the kernel's rules predict.
  case prediction(PredictionFinding)
  /// A caution: the launches of some cases fall into two regimes, fast and slow.
  case regimes(RegimesFinding)
  /// A caution: something disturbed the run.
  case disturbance(DisturbanceFinding)

  /// Whether the surprise is a caution about the figures, and not a result.
  package var isCaution: Bool {
    switch self {
    case .regimes, .disturbance: true
    case .fault, .removed, .collapse, .unfairness, .waitTail, .slowLoop, .prediction: false
    }
  }
}
