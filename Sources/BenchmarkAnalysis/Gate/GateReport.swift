package import BenchmarkModel

/// Everything that a gate has to tell, of its raw rows or of the pairs of a fleet's nodes.
package struct GateReport: Equatable, Sendable {
  /// The verdicts.
  package var evaluation: GateEvaluation
  /// How far the measuring has come; nil for the pairs of a fleet.
  package var end: RunState?
  /// The executables; nil for the pairs of a fleet that is looked at later.
  package var sides: GateSides?
  /// What was counted on both sides of a case, mostly of those that failed.
  package var causes: [CaseID: GateCause] = [:]
  /// Pairs that were measured once more, by the rule that was fixed beforehand.
  package var repeatedPairs = 0
  /// Pairs that count although their launches lie in two places of the host.
  package var pairsOfTwoPlaces = 0
  /// In which places of the host the trials were, an entry for each set of CPUs.
  package var places: [PlaceShares] = []
  /// What the measuring took, in ns; nil where nobody knows.
  package var elapsedNanoseconds: UInt64?
  /// The machine, in one line; nil for the pairs of a fleet.
  package var machine: String?
  /// What was odd about the machine, a line each.
  package var warnings: [String] = []
  /// The folder of the raw rows, as the user can name it; nil where they were not kept.
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

/// What was counted of a case on both sides, and what of it explains a slowdown.
package struct GateCause: Equatable, Sendable {
  /// What both sides counted, in the order of ``CountedQuantity/shown``.
  package let counts: [ComparedCount]
  /// What could not be counted, and why, a line each.
  package var gaps: [String] = []

  /// The counts that differ and of which the candidate has more.
  package var likely: [ComparedCount] { counts.filter { $0.differs && $0.b > $0.a } }

  /// The counts that were taken and don't differ.
  package var agreeing: [ComparedCount] { counts.filter { !$0.differs } }

  /// What the counts say of a case that is slower.
  package var finding: CauseFinding {
    if !likely.isEmpty { return .likely }
    let work = CountedQuantity.instructions.name
    return counts.contains { $0.quantity == work } ? .sameWork : .unknown
  }
}

/// What the counts of a slower case say of the cause.
package enum CauseFinding: String, Sendable {
  /// The candidate has more of something.
  case likely
  /// The instructions were counted, and there is not more of them or of anything else.
  case sameWork = "same-work"
  /// Without its instructions, nobody knows whether the candidate does more work.
  case unknown
}

/// What was counted of a case that has the primitive of another one.
package struct SiblingCause: Equatable, Sendable {
  /// The case that was counted.
  package let id: CaseID
  /// What its candidate has more of.
  package let likely: [ComparedCount]
}

extension GateReport {
  /// What explains a case whose own counts don't: those of the same primitive in one thread.
  ///
  /// Instructions are counted there without a counter of the processor's. Nil where the case's own counts are
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
