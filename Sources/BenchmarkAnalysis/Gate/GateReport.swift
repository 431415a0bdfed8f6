package import BenchmarkModel

/// The results of a gate, from its raw rows or from the pairs of a fleet's nodes.
package struct GateReport: Equatable, Sendable {
  /// The verdicts.
  package var evaluation: GateEvaluation
  /// The state in which the gate ended; nil for the pairs of a fleet.
  package var end: RunState?
  /// The executables; nil for the recorded pairs of a fleet.
  package var sides: GateSides?
  /// The counts of both sides of each counted case.
  ///
  /// A counted case was slower when the counting was planned; most counted cases end with the
  /// verdict `fail`.
  package var causes: [CaseID: GateCause] = [:]
  /// The number of times that a pair was measured again, as ``RepeatRule`` asked.
  package var repeatedPairs = 0
  /// The number of pairs that count although their two launches were in different places of the
  /// host.
  package var pairsOfTwoPlaces = 0
  /// The places of the trials on the host, an entry for each set of CPUs.
  package var places: [PlaceShares] = []
  /// The duration of the gate, in ns; nil if unknown.
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

  /// Makes a report of a gate's raw rows; nil if the plan has no gate.
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
  /// The quantities that could not be compared, a line for each reason.
  package var gaps: [String] = []

  /// The counts that differ and are higher in the candidate.
  package var likely: [ComparedCount] { counts.filter { $0.differs && $0.b > $0.a } }

  /// The counts that were taken and don't differ.
  package var agreeing: [ComparedCount] { counts.filter { !$0.differs } }

  /// The conclusion from the counts of a slower case.
  package var finding: CauseFinding {
    if !likely.isEmpty { return .likely }
    let work = CountedQuantity.instructions.name
    return counts.contains { $0.quantity == work } ? .sameWork : .unknown
  }
}

/// The conclusion about the cause of a slower case from its counts.
package enum CauseFinding: String, Sendable {
  /// Some count is higher in the candidate.
  case likely
  /// The instructions were counted, and no count is higher in the candidate.
  case sameWork = "same-work"
  /// Without the instructions it is unknown whether the candidate does more work.
  case unknown
}

/// The counts of another case of the same primitive.
package struct SiblingCause: Equatable, Sendable {
  /// The case that was counted.
  package let id: CaseID
  /// The counts that are higher in the candidate.
  package let likely: [ComparedCount]
}

extension GateReport {
  /// The counts of the same primitive in one thread, which may explain a case whose own counts
  /// don't.
  ///
  /// In one thread, instructions are counted even if the processor's counters are not available.
  /// The result is nil if the case's own finding is not ``CauseFinding/unknown``, or if no case of
  /// one thread explains anything.
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
