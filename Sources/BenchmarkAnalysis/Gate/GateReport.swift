package import BenchmarkModel

/// Everything that a gate has to tell, of its raw rows or of the pairs of a fleet's nodes.
package struct GateReport: Equatable, Sendable {
  /// The verdicts.
  package var evaluation: GateEvaluation
  /// The state of the measuring; nil for the pairs of a fleet.
  package var end: RunState?
  /// The executables; nil for the pairs of a fleet that is looked at later.
  package var sides: GateSides?
  /// The counts of both sides of a case, mostly of cases that failed.
  package var causes: [CaseID: GateCause] = [:]
  /// Pairs that were measured once more, by the rule that was fixed beforehand.
  package var repeatedPairs = 0
  /// Pairs that count although their launches lie in two places of the host.
  package var pairsOfTwoPlaces = 0
  /// The places of the trials on the host, an entry for each set of CPUs.
  package var places: [PlaceShares] = []
  /// The time of the measuring, in ns; nil if unknown.
  package var elapsedNanoseconds: UInt64?
  /// The machine, in one line; nil for the pairs of a fleet.
  package var machine: String?
  /// Warnings about the machine, a line each.
  package var warnings: [String] = []
  /// The folder of the raw rows, as the user can name it; nil if they were not kept.
  package var folder: String?

  /// Makes a report of pairs alone.
  package init(_ recording: PairRecording) {
    evaluation = GateEvaluation(recording)
    repeatedPairs = recording.repeated
  }

  /// Makes a report of a gate's raw rows; nil for a run.
  package init?(_ run: Run) {
    guard let gate = run.document.plan.gate, let walk = PairWalk(run) else { return nil }
    self.init(PairRecording(plan: gate, rows: walk.rows))
    let document = run.document
    for index in document.plan.counting?.cases ?? [] {
      let baseline = run.countedRows(of: index, side: .baseline)
      let candidate = run.countedRows(of: index, side: .candidate)
      guard !(baseline + candidate).isEmpty else { continue }
      causes[document.plan.cases[index].id] = GateCause(baseline: baseline, candidate: candidate)
    }
    end = document.state
    sides = document.sides
    pairsOfTwoPlaces = walk.pairsOfTwoPlaces
    places = RunPlaces(run).shares
    elapsedNanoseconds = document.endNanoseconds.map {
      $0 - min($0, document.startNanoseconds)
    }
    machine = document.environment.caption
    warnings = document.warnings
  }
}

/// The counts of both sides of a case, and the differences that explain a slowdown.
package struct GateCause: Equatable, Sendable {
  /// The quantities that both sides counted, in the order of ``CountedQuantity/shown``.
  package let counts: [ComparedCount]
  /// The quantities that could not be counted, with the reason, a line each.
  package var gaps: [String] = []

  /// The counts that differ and of which the candidate has more.
  package var likely: [ComparedCount] { counts.filter { $0.differs && $0.b > $0.a } }

  /// The counts that were taken and don't differ.
  package var agreeing: [ComparedCount] { counts.filter { !$0.differs } }

  /// The finding on a slower case by its counts.
  package var finding: CauseFinding {
    if !likely.isEmpty { return .likely }
    let work = CountedQuantity.instructions.name
    return counts.contains { $0.quantity == work } ? .sameWork : .unknown
  }
}

/// The finding on the cause of a slower case by its counts.
package enum CauseFinding: String, Sendable {
  /// The candidate has more of something.
  case likely
  /// The instructions were counted, and there is not more of them or of anything else.
  case sameWork = "same-work"
  /// Without the instructions it is unknown whether the candidate does more work.
  case unknown
}

/// The counts of a case that has the same primitive as another one.
package struct SiblingCause: Equatable, Sendable {
  /// The case that was counted.
  package let id: CaseID
  /// The quantities of which the candidate has more.
  package let likely: [ComparedCount]
}

extension GateReport {
  /// The counts that explain a case whose own counts don't: the counts of the same primitive in one thread.
  ///
  /// Instructions are counted there without a counter of the processor's. Nil if the case's own counts are
  /// enough, or no such case explains anything.
  ///
  /// - Complexity: O(number of cases).
  package func sibling(of id: CaseID) -> SiblingCause? {
    guard (causes[id]?.finding ?? .unknown) == .unknown else { return nil }
    for other in evaluation.cases.map(\.planned.id)
    where other != id && other.suite == id.suite && other.primitive == id.primitive
      && (other["threads"] ?? 1) == 1
    {
      guard let likely = causes[other]?.likely, !likely.isEmpty else { continue }
      return SiblingCause(id: other, likely: likely)
    }
    return nil
  }
}
