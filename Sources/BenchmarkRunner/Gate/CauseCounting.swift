public import BenchmarkModel
import PerfEvents

/// What both sides of a case counted, an invocation each.
public struct SideCounts: Equatable, Sendable {
  /// The baseline's rows.
  public var baseline: [[CounterRow]]
  /// The candidate's rows.
  public var candidate: [[CounterRow]]

  /// Makes counts of their parts.
  public init(baseline: [[CounterRow]] = [], candidate: [[CounterRow]] = []) {
    self.baseline = baseline
    self.candidate = candidate
  }

  /// A side's rows.
  public subscript(side: PairSide) -> [[CounterRow]] {
    get { side == .baseline ? baseline : candidate }
    set {
      switch side {
      case .baseline: baseline = newValue
      case .candidate: candidate = newValue
      }
    }
  }
}

/// Counts what an operation does on both sides of a gate, after all timing: what explains a slowdown.
public struct CauseCounting: Sendable {
  private let launcher: any WorkerLaunching
  private let baselineInstructions: any InstructionCounting
  private let candidateInstructions: any InstructionCounting

  /// Makes one that launches two executables, under callgrind too.
  public init(launcher: PairLauncher) {
    self.init(
      launcher: launcher, baselineInstructions: launcher.instructionCounting(of: .baseline),
      candidateInstructions: launcher.instructionCounting(of: .candidate))
  }

  /// Makes one of whoever launches and counts.
  public init(
    launcher: any WorkerLaunching, baselineInstructions: any InstructionCounting,
    candidateInstructions: any InstructionCounting
  ) {
    self.launcher = launcher
    self.baselineInstructions = baselineInstructions
    self.candidateInstructions = candidateInstructions
  }

  /// How often a side is launched in a pass: scheduling differs between processes, allocations do not.
  private static let passes: [(CountingPass, launches: Int)] = [(.counters, 3), (.allocations, 1)]

  /// Counts a case on both sides: counters, allocations, and instructions where it has a kernel.
  ///
  /// A pass that fails leaves a row with the reason. Cancelled, it returns what was counted by then.
  ///
  /// - Parameters:
  ///   - planned: The case as the gate has planned it.
  ///   - request: The case as it is measured, with its calibrated operations; the same for both sides.
  ///   - events: What the pass of counters counts; events of another pass are left out.
  ///   - counters: How many of the processor's events count at once; nil where that is not known.
  public func count(
    _ planned: PlannedCase, request: WorkerRequest, events: [PlannedEvent],
    counters: Int? = nil
  ) async -> SideCounts {
    var counts = SideCounts()
    let keeper = TracepointKeeper(events.named)
    // Without a use after the loop it would end before it.
    defer { _ = keeper.count }
    for (pass, launches) in Self.passes {
      let request = request.counting(pass, events, counters)
      for number in 0..<launches {
        for side in Self.order(number) {
          let record = await launch(request, of: planned, pass: pass, on: side)
          if Task.isCancelled { return counts }
          counts[side].append(record.rows)
        }
      }
    }
    guard let kernel = planned.kernel else { return counts }
    for side in Self.order(0) {
      let record = await instructions(of: side)
        .count(request.counting(.instructions, [], nil), kernel: kernel)
      if Task.isCancelled { return counts }
      counts[side].append(record.rows)
    }
    return counts
  }

  /// The sides take turns at being first: what drifts falls on both.
  private static func order(_ number: Int) -> [PairSide] {
    number.isMultiple(of: 2) ? [.baseline, .candidate] : [.candidate, .baseline]
  }

  private func launch(
    _ request: WorkerRequest, of planned: PlannedCase, pass: CountingPass, on side: PairSide
  ) async -> CountedRecord {
    // The caller may count over longer trials than it timed.
    let deadline = request.countedDeadlineNanoseconds(
      from: planned.sampled(request.sampling).deadlineNanoseconds)
    let outcome = await launcher.launch(
      request, of: side, padding: 0, deadlineNanoseconds: deadline)
    return WorkerAnswer(outcome, deadlineNanoseconds: deadline).record(of: pass)
  }

  private func instructions(of side: PairSide) -> any InstructionCounting {
    switch side {
    case .baseline: baselineInstructions
    case .candidate: candidateInstructions
    }
  }
}

extension WorkerRequest {
  /// The same request, to count in place of the time.
  fileprivate func counting(
    _ pass: CountingPass, _ events: [PlannedEvent], _ counters: Int?
  ) -> WorkerRequest {
    var request = self
    request.counting = CountingRequest(
      pass: pass, events: events.filter { $0.pass == pass }, counters: counters)
    return request
  }
}
