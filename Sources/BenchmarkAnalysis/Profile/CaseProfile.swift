import BenchmarkModel

/// The explanation of a case's cost, as far as the evidence goes.
package struct CaseProfile: Equatable, Sendable {
  /// The evidence that the profile was made from.
  package let evidence: ProfileEvidence
  /// The cost; nil if the case has none, because it is not valid or was not timed.
  package let cost: ProfileCost?
  /// The wall time of threads of ours by state.
  package let wallTime: WallTimeReading
  /// The processor time of the whole process per operation, in ns; nil if it is missing.
  package let processorNanosecondsPerOperation: Double?
  /// The counts per operation, in the order of ``CountedQuantity/shown``, then all other counted
  /// events.
  package let counts: [CountPerOperation]
  /// Waits and fairness; nil if nothing is known of either.
  package let waits: WaitTimes?
  /// The findings of the rules that fired: first the findings that may be the verdict, then all
  /// other findings, both sorted with the strongest first.
  package let findings: [VerdictFinding]
  /// The finding that explains the cost best; nil if no rule fired, or if no finding explains much.
  package var verdict: VerdictFinding? { findings.first.flatMap { $0.isVerdict ? $0 : nil } }
  /// Suggestions for a case without a verdict; empty if there is a verdict.
  package let nextSteps: [String]
  /// Notes for the reader beside the figures, a line each.
  package let notes: [String]

  /// Explains a case.
  package init(_ evidence: ProfileEvidence) {
    let cost = ProfileCost(evidence)
    let wallTime = WallTimeReader(evidence).reading()
    let waits = WaitTimes(evidence)
    let facts = VerdictFacts(evidence, cost: cost, wall: wallTime, waits: waits)
    self.evidence = evidence
    self.cost = cost
    self.wallTime = wallTime
    self.waits = waits
    processorNanosecondsPerOperation = facts.processor
    counts = Self.counts(evidence)
    // The waits and counts of a case without a cost may look like a cause, but explain nothing.
    let rules = evidence.summary.status == .valid ? VerdictRule.allCases : []
    findings = rules.compactMap { $0.finding(facts)?.held(against: facts) }
      .sorted { $0.isVerdict != $1.isVerdict ? $0.isVerdict : $0.strength > $1.strength }
    nextSteps = findings.first?.isVerdict == true ? [] : facts.nextSteps
    notes = facts.notes
  }

  /// The quantities that are always shown, then all other events that were counted for the whole
  /// process.
  private static func counts(_ evidence: ProfileEvidence) -> [CountPerOperation] {
    var known = Set(CountedQuantity.shown.flatMap(\.exactEvents))
    known.formUnion([
      "wall-ns", "cpu-ns", "steal-ns", "ops", "context-switches", "task-clock", "task-clock:u",
      "frees",
    ])
    var quantities = CountedQuantity.shown
    for row in evidence.counters.joined() where row.thread == nil && row.isOfEvents {
      let isUsage = row.event.hasPrefix("rusage-") || row.event.hasPrefix("schedstat-")
      guard !isUsage, !isOfTheMachine(row), known.insert(row.event).inserted else { continue }
      quantities.append(CountedQuantity(row.event))
    }
    return quantities.map { CountPerOperation($0, launches: evidence.counters) }
  }

  /// Whether a profile leaves the row out as a figure of the machine: the CPUs' frequency, an
  /// unknown energy, or the energy of a part of the machine.
  private static func isOfTheMachine(_ row: CounterRow) -> Bool {
    row.event == CounterRow.frequencyEvent
      || row.event.hasPrefix("energy-")
        && (row.event != CounterRow.energyEvent || row.value == nil)
  }
}

extension CounterRow {
  /// Whether the row comes from a pass that counts named events, and not from a pass with one
  /// purpose, such as allocations.
  fileprivate var isOfEvents: Bool { pass == .counters || pass == .breakpoints }
}
