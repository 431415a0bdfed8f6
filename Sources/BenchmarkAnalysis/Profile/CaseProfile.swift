import BenchmarkModel

/// Why a case costs what it costs, as far as the evidence goes.
package struct CaseProfile: Equatable, Sendable {
  /// What it was made from.
  package let evidence: ProfileEvidence
  /// The cost; nil where the case has none, because it is not valid or was not timed.
  package let cost: ProfileCost?
  /// Where the wall time of our threads went.
  package let wallTime: WallTimeReading
  /// Processor time of the whole process an operation, in ns; nil where it is missing.
  package let processorNanosecondsPerOperation: Double?
  /// What happened in an operation, in the order of ``CountedQuantity/shown``, then what else was counted.
  package let counts: [CountPerOperation]
  /// Waits and fairness; nil where nothing is known of either.
  package let waits: WaitTimes?
  /// The rules that fired, the strongest first, and behind all those that are fit to be the verdict the others.
  package let findings: [VerdictFinding]
  /// What explains the cost best; nil where no rule fired, or none explains much.
  package var verdict: VerdictFinding? { findings.first.flatMap { $0.isVerdict ? $0 : nil } }
  /// What to look at where there is no verdict; empty where there is one.
  package let nextSteps: [String]
  /// What a reader must know beside the figures, a line each.
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
    findings = VerdictRule.allCases.compactMap { $0.finding(facts)?.held(against: facts) }
      .sorted { $0.isVerdict != $1.isVerdict ? $0.isVerdict : $0.strength > $1.strength }
    nextSteps = findings.first?.isVerdict == true ? [] : facts.nextSteps
    notes = facts.notes
  }

  /// The quantities that are always shown, and whatever else was counted of the whole process.
  private static func counts(_ evidence: ProfileEvidence) -> [CountPerOperation] {
    var known = Set(CountedQuantity.shown.flatMap { $0.events.flatMap { [$0, $0 + ":u"] } })
    known.formUnion([
      "wall-ns", "cpu-ns", "steal-ns", "ops", "context-switches", "task-clock", "task-clock:u",
      "frees",
    ])
    var quantities = CountedQuantity.shown
    for row in evidence.counters.joined() where row.thread == nil && row.isOfEvents {
      let isFloor = row.event.hasPrefix("rusage-") || row.event.hasPrefix("schedstat-")
      guard !isFloor, !isOfTheMachine(row), known.insert(row.event).inserted else { continue }
      quantities.append(CountedQuantity(row.event))
    }
    return quantities.map { CountPerOperation($0, invocations: evidence.counters) }
  }

  /// Energy and frequency are the machine's: of them only the energy of all packages is shown, and where
  /// there is none, as on most machines, it is not missed.
  private static func isOfTheMachine(_ row: CounterRow) -> Bool {
    row.event == CounterRow.frequencyEvent
      || row.event.hasPrefix("energy-")
        && (row.event != CounterRow.energyEvent || row.value == nil)
  }
}

extension CounterRow {
  /// Whether it is of events that somebody named, and not of a pass for one purpose.
  fileprivate var isOfEvents: Bool { pass == .counters || pass == .breakpoints }
}
