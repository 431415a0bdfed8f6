package import BenchmarkModel
import SystemPackage

/// The means by which instructions are counted.
package enum InstructionSource: Sendable {
  /// The processor, by this event.
  case hardware(PlannedEvent)
  case callgrind(any InstructionCounting)
  /// No counter, for the given reason.
  case none(reason: String)

  /// The way of counting; nil for none.
  package var means: InstructionMeans? {
    switch self {
    case .hardware: .hardware
    case .callgrind: .callgrind
    case .none: nil
    }
  }
}

/// A counter of an operation's instructions and allocations in single-threaded cases.
///
/// The number of operations, the seed and the steps of busy work are fixed, so that no count
/// depends on the machine's speed.
package struct OperationCounter: Sendable {
  private let launcher: any WorkerLaunching
  private let instructions: InstructionSource
  private let limits: CountLimits
  private let instructionTries: Int
  private let document: @Sendable (Plan) -> RunDocument

  /// Makes a counter.
  ///
  /// - Parameters:
  ///   - launcher: The launcher of the workers that count.
  ///   - instructions: The counter of instructions, or the reason why there is none.
  ///   - limits: The largest differences at which the counts of a case's launches are taken as
  ///     equal.
  ///   - instructionTries: The number of launches of a case under callgrind; each other pass is
  ///     quick, and launches a case twice.
  ///   - document: The function that makes the document of this machine and a plan.
  package init(
    launcher: any WorkerLaunching, instructions: InstructionSource, limits: CountLimits,
    instructionTries: Int, document: @escaping @Sendable (Plan) -> RunDocument
  ) {
    self.launcher = launcher
    self.instructions = instructions
    self.limits = limits
    self.instructionTries = max(1, instructionTries)
    self.document = document
  }

  /// Counts cases; after a cancellation, the counts that were not taken are unavailable.
  ///
  /// - Parameters:
  ///   - subjects: The cases.
  ///   - observer: The observer that is told of each count.
  /// - Throws: ``RunFolderError`` if the counts can't be written.
  package func count(
    _ subjects: [CountSubject], observer: any RunObserver
  ) async throws -> [CaseID: CountedCase] {
    guard !subjects.isEmpty else { return [:] }
    let temporary = try TemporaryFolder(for: "counts")
    defer { temporary.remove() }
    let orchestrator = Orchestrator(
      folder: RunFolder(temporary.path.appending("run")), launcher: launcher, observer: observer,
      instructions: instructions.callgrind ?? NoInstructionCounting())
    let run = try await orchestrator.start(document(plan(subjects)))
    return Dictionary(
      subjects.indices.map { (subjects[$0].id, counted($0, in: run)) },
      uniquingKeysWith: { first, _ in first })
  }

  private static let sampling = Sampling(warmups: 1, trials: 4, trialNanoseconds: 5_000_000)

  /// The plan that counts the subjects and times nothing.
  ///
  /// No case is bound to a CPU: two launches run under callgrind at the same time, and both would
  /// be bound to the same CPU.
  private func plan(_ subjects: [CountSubject]) -> Plan {
    let cases = subjects.map {
      PlannedCase(
        id: $0.id, pace: .operations, summaryLevel: 0, expectation: .valid, placement: .unpinned,
        sampling: Self.sampling, kernel: $0.kernel)
    }
    let (event, pass) = (instructions.event, instructions.pass)
    var counting = CountingPlan(
      events: [event].compactMap(\.self), passes: [.allocations] + [pass].compactMap(\.self),
      launches: 2, cases: Array(cases.indices))
    counting.operations = 4096
    counting.instructionLaunches = instructionTries
    return Plan(
      profile: "counts", seed: 0, blocks: 0, cases: cases, tables: [], counting: counting)
  }

  // MARK: Counts

  private func counted(_ index: Int, in run: Run) -> CountedCase {
    let records = run.countedRecords(of: index)
    let allocated = EventCounts("allocated-bytes", .allocations, thread: nil, of: records)
    return CountedCase(
      instructions: reading(records),
      allocations: EventCounts("allocations", .allocations, thread: nil, of: records).reading(
        limits),
      allocatedBytes: allocated.values.min(), failure: run.failureOfCount(index))
  }

  private func reading(_ records: [CountedRecord]) -> CountReading {
    switch instructions {
    case .hardware(let event):
      EventCounts(event.name, .counters, thread: 0, of: records).reading(limits)
    case .callgrind:
      EventCounts(CountedRecord.callgrindInstructions, .instructions, thread: nil, of: records)
        .reading(limits)
    case .none(let reason): .unavailable(reason: reason)
    }
  }
}

extension InstructionSource {
  fileprivate var callgrind: (any InstructionCounting)? {
    if case .callgrind(let callgrind) = self { callgrind } else { nil }
  }

  fileprivate var event: PlannedEvent? {
    if case .hardware(let event) = self { event } else { nil }
  }

  fileprivate var pass: CountingPass? {
    switch self {
    case .hardware: .counters
    case .callgrind: .instructions
    case .none: nil
    }
  }
}

/// The counts of an event in the launches of a case in one pass.
private struct EventCounts {
  /// The count per operation of each launch that has a count.
  let values: [Double]
  /// The reason why a launch has no count; nil if each launch has a count.
  private let reason: String?

  init(_ event: String, _ pass: CountingPass, thread: Int?, of records: [CountedRecord]) {
    let own = records.filter { $0.closing?.pass == pass }
    values = own.compactMap { $0.perOperation(event, thread: thread) }
    let reasons = own.flatMap(\.rows).filter {
      $0.event == CounterRow.closingEvent || ($0.event == event && $0.thread == thread)
    }.map(\.reason)
    reason =
      !own.isEmpty && values.count == own.count
      ? nil : reasons.first { !$0.isEmpty } ?? "it was not counted"
  }

  func reading(_ limits: CountLimits) -> CountReading {
    if let reason { return .unavailable(reason: reason) }
    return CountReading(tries: values, limits: limits) ?? .unavailable(reason: "it was not counted")
  }
}

extension CountedRecord {
  /// The count per operation; nil if there is none, or if the event was counted only part of the
  /// time: such a count is an estimate and varies.
  fileprivate func perOperation(_ event: String, thread: Int?) -> Double? {
    guard closing?.status == .counted else { return nil }
    return rows.first { $0.event == event && $0.thread == thread && $0.status == .counted }?
      .perOperation
  }
}
