import BenchmarkModel
import PerfEvents

/// What a counting request makes of a worker.
///
/// Made before the process starts any thread: the kernel counts those with it that start later.
struct WorkerCounting {
  private let request: WorkerRequest
  private let counting: CountingRequest
  private let perf: PerfSource?

  init(_ request: WorkerRequest, _ counting: CountingRequest) {
    self.request = request
    self.counting = counting
    perf =
      counting.pass == .counters
      ? PerfSource(counting.events.filter { !$0.watchesLockWord }, scope: .process) : nil
  }

  /// Counts over a program's trials; the rows.
  func count(_ program: TrialProgram) throws(WorkerError) -> [CounterRow] {
    try CountingRunner(
      program: program, request: request, pass: counting.pass, probe: probe(for: program)
    ).run()
  }

  private func probe(for program: TrialProgram) -> CountingProbe {
    switch counting.pass {
    case .counters: counterProbe(for: program)
    case .allocations, .instructions:
      CountingProbe(threadCount: program.threadCount, process: [AllocationSource(.process)]) {
        [AllocationSource(.thread)]
      }
    }
  }

  private func counterProbe(for program: TrialProgram) -> CountingProbe {
    let watched = counting.events.filter(\.watchesLockWord).map { $0.watching(program.lockWord) }
    let breakpoints = PerfSource(watched, scope: .process)
    let sources: [any CountingSource] = [StealSource(), UsageSource(.process)]
    // One set of the processor's counters: two would have to take turns.
    let threadEvents = counting.events.filter { !($0.encoding?.isHardware ?? true) }
      .map { $0.watching(program.lockWord) }
    return CountingProbe(
      threadCount: program.threadCount,
      process: sources + [breakpoints] + (perf.map { [$0] } ?? [])
    ) { [UsageSource(.thread), PerfSource(threadEvents, scope: .thread)] }
  }
}

extension PlannedEvent {
  /// The event with the address that it watches, where it watches one.
  fileprivate func watching(_ word: UInt?) -> PlannedEvent {
    guard watchesLockWord, var encoding else { return self }
    guard let word else {
      return PlannedEvent(
        name: name, column: column, encoding: nil, reason: "the primitive has no word of its own")
    }
    encoding.config1 = UInt64(word)
    return PlannedEvent(name: name, column: column, encoding: encoding)
  }
}
