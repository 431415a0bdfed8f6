public import BenchmarkModel
import CSyncShims
import Glibc

/// Who counts instructions.
public enum InstructionSource: Sendable {
  /// The processor, by this event.
  case hardware(PlannedEvent)
  /// Callgrind.
  case callgrind(any InstructionCounting)
  /// Nobody, and why.
  case none(reason: String)

  /// How it counts; nil for nobody.
  public var means: InstructionMeans? {
    switch self {
    case .hardware: .hardware
    case .callgrind: .callgrind
    case .none: nil
    }
  }
}

/// Counts what an operation of single-threaded cases does, with fixed operations, seeds and busy work:
/// nothing is calibrated, so nothing of the machine's speed is in a count.
public struct OperationCounter: Sendable {
  private let launcher: any WorkerLaunching
  private let instructions: InstructionSource
  private let limits: CountLimits
  private let instructionTries: Int

  /// Makes a counter.
  ///
  /// - Parameters:
  ///   - launcher: Starts the workers that count.
  ///   - instructions: Who counts instructions, or why nobody does.
  ///   - limits: What tries may differ by and be the same.
  ///   - instructionTries: How often callgrind counts each case; the rest is quick, and counted twice.
  public init(
    launcher: any WorkerLaunching, instructions: InstructionSource, limits: CountLimits,
    instructionTries: Int
  ) {
    self.launcher = launcher
    self.instructions = instructions
    self.limits = limits
    self.instructionTries = max(1, instructionTries)
  }

  /// Counts cases; a cancelled task ends early, with some of them missing.
  ///
  /// - Parameters:
  ///   - subjects: The cases.
  ///   - width: How many run under callgrind at once; no neighbour changes what it counts.
  ///   - observer: Hears of each case.
  public func count(
    _ subjects: [CountSubject], width: Int, observer: any RunObserver
  ) async -> [CaseID: CountedCase] {
    var meter = CountMeter(
      cases: subjects.count, slowSteps: instructions.means == .callgrind, observer: observer)
    var counted: [CaseID: CountedCase] = [:]
    for subject in subjects {
      if Task.isCancelled { return counted }
      counted[subject.id] = await native(subject)
      meter.counted(subject.id, failed: counted[subject.id]?.failure != nil)
    }
    guard case .callgrind(let callgrind) = instructions else { return counted }
    // A case that fails by itself is worth no second under callgrind.
    let sound = subjects.filter { counted[$0.id]?.failure == nil }
    for batch in batches(sound, width: width) {
      if Task.isCancelled { return counted }
      for (id, reading) in await underCallgrind(batch, callgrind) {
        counted[id]?.instructions = reading
        meter.countedSlowly(id)
      }
    }
    return counted
  }

  private func batches(_ subjects: [CountSubject], width: Int) -> [ArraySlice<CountSubject>] {
    stride(from: 0, to: subjects.count, by: max(1, width)).map {
      subjects[$0..<min($0 + max(1, width), subjects.count)]
    }
  }

  // MARK: Callgrind

  private func underCallgrind(
    _ batch: ArraySlice<CountSubject>, _ callgrind: any InstructionCounting
  ) async -> [(CaseID, CountReading)] {
    await withTaskGroup(of: (CaseID, CountReading).self) { group in
      for subject in batch {
        group.addTask { (subject.id, await underCallgrind(subject, callgrind)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func underCallgrind(
    _ subject: CountSubject, _ callgrind: any InstructionCounting
  ) async -> CountReading {
    var tries: [Double] = []
    for _ in 0..<instructionTries {
      let record = await callgrind.count(request(subject), kernel: subject.kernel)
      guard let value = record.perOperation(CountedRecord.callgrindInstructions, thread: nil) else {
        return .unavailable(reason: record.closing?.reason ?? "callgrind gave no count")
      }
      tries.append(value)
    }
    return CountReading(tries: tries, limits: limits) ?? .unavailable(reason: "not tried")
  }

  // MARK: Native

  private static let nativeTries = 2
  private static let deadlineNanoseconds: UInt64 = 60_000_000_000

  /// Everything but callgrind's part: the case's own check, its allocations, the processor's counter.
  private func native(_ subject: CountSubject) async -> CountedCase {
    let allocations = await tries(subject, .allocations, [])
    var counted = CountedCase(
      instructions: .unavailable(reason: "not counted"),
      allocations: allocations.reading("allocations", thread: nil, limits),
      allocatedBytes: allocations.values("allocated-bytes", thread: nil).min(),
      failure: allocations.failure)
    switch instructions {
    case .hardware(let event) where counted.failure == nil:
      let hardware = await tries(subject, .counters, [event])
      counted.instructions = hardware.reading(event.name, thread: 0, limits)
      counted.failure = hardware.failure
    case .none(let reason): counted.instructions = .unavailable(reason: reason)
    case .hardware, .callgrind: break
    }
    return counted
  }

  private func tries(
    _ subject: CountSubject, _ pass: CountingPass, _ events: [PlannedEvent]
  ) async -> NativeTries {
    var tries = NativeTries()
    for _ in 0..<Self.nativeTries {
      var request = request(subject)
      request.counting = CountingRequest(pass: pass, events: events)
      let outcome = await launcher.launch(
        request, deadlineNanoseconds: Self.deadlineNanoseconds)
      tries.add(WorkerAnswer(outcome, deadlineNanoseconds: Self.deadlineNanoseconds))
      if tries.isOver { break }
    }
    return tries
  }

  private func request(_ subject: CountSubject) -> WorkerRequest {
    WorkerRequest(
      task: .measure, caseID: subject.id,
      sampling: Sampling(warmups: 1, trials: 4, trialNanoseconds: 5_000_000), pace: .operations,
      operations: 4096, orchestrator: getpid(), nice: sync_process_nice())
  }
}

/// The launches of one case in one pass.
private struct NativeTries {
  private var records: [CountedRecord] = []
  /// How the case failed.
  private(set) var failure: String?
  /// Why there was no launch.
  private var absence: String?

  /// Whether another try would tell nothing more.
  var isOver: Bool { failure != nil || absence != nil }

  mutating func add(_ answer: WorkerAnswer) {
    switch answer {
    case .counted(let record) where record.closing?.status == .invalid:
      failure = record.closing?.reason
    case .counted(let record): records.append(record)
    // The system's doing, or Ctrl-C's: nothing that the case did.
    case .failed(let row) where row.kind == .notLaunched: absence = row.reason
    case .failed(let row): failure = row.reason
    default: failure = "it answered a count with something else"
    }
  }

  func values(_ event: String, thread: Int?) -> [Double] {
    records.compactMap { $0.perOperation(event, thread: thread) }
  }

  func reading(_ event: String, thread: Int?, _ limits: CountLimits) -> CountReading {
    if let reading = CountReading(tries: values(event, thread: thread), limits: limits) {
      return reading
    }
    let reasons = records.flatMap(\.rows).filter { $0.event == event && $0.thread == thread }
      .map(\.reason)
    return .unavailable(
      reason: failure ?? absence ?? reasons.first { !$0.isEmpty } ?? "it was not counted")
  }
}

extension CountedRecord {
  /// A whole count over the operations: what was counted for part of the time is a guess, and differs.
  fileprivate func perOperation(_ event: String, thread: Int?) -> Double? {
    guard closing?.status == .counted else { return nil }
    return rows.first { $0.event == event && $0.thread == thread && $0.status == .counted }?
      .perOperation
  }
}

/// Says how far counting is: each case has a quick step, and one under callgrind where that counts.
private struct CountMeter {
  private let observer: any RunObserver
  private let start = sync_monotonic_ns()
  private var done = 0
  private var failures = 0
  private var quickLeft: Int
  private var slowLeft: Int
  private var doneWeight: UInt64 = 0

  /// How much longer a case takes under callgrind.
  private static let slowWeight: UInt64 = 10

  init(cases: Int, slowSteps: Bool, observer: any RunObserver) {
    self.observer = observer
    quickLeft = cases
    slowLeft = slowSteps ? cases : 0
  }

  mutating func counted(_ id: CaseID, failed: Bool) {
    quickLeft -= 1
    if failed {
      failures += 1
      // It is not counted further.
      slowLeft = max(0, slowLeft - 1)
    }
    advance(id, weight: 1)
  }

  mutating func countedSlowly(_ id: CaseID) {
    slowLeft -= 1
    advance(id, weight: Self.slowWeight)
  }

  private mutating func advance(_ id: CaseID, weight: UInt64) {
    done += 1
    doneWeight += weight
    let left = UInt64(quickLeft) + UInt64(slowLeft) * Self.slowWeight
    let elapsed = sync_monotonic_ns() - start
    observer.progressed(
      RunProgress(
        done: done, total: done + quickLeft + slowLeft, currentCase: id, failures: failures,
        elapsedNanoseconds: elapsed, remainingNanoseconds: elapsed / doneWeight * left))
  }
}
