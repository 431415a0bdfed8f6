import BenchmarkModel
import PerfEvents

/// The counting part of a worker, made from a request.
///
/// This part is made before the process starts any thread, because no thread should start while the
/// events of a whole process are opened.
struct WorkerCounting {
  private let request: WorkerRequest
  private let counting: CountingRequest
  /// The whole process's events of the pass `counters`; no events in any other pass.
  private let perf: PerfSource

  init(_ request: WorkerRequest, _ counting: CountingRequest) {
    self.request = request
    self.counting = counting
    perf = PerfSource(
      counting.pass == .counters ? counting.events : [], scope: .process,
      counters: counting.counters)
  }

  /// Counts over a program's trials, and returns the rows.
  func count(_ program: TrialProgram) throws(WorkerError) -> [CounterRow] {
    try CountingRunner(
      program: program, request: request, pass: counting.pass, probe: probe(for: program)
    ).run()
  }

  private func probe(for program: TrialProgram) -> CountingProbe {
    let threadCount = program.threadCount
    switch counting.pass {
    case .counters:
      // The leader sleeps for nearly the whole trial, so its counts of hardware events are too
      // small to matter; only its counts of other events are subtracted.
      let counting = counting
      let events = counting.events.filter { !($0.encoding?.isHardware ?? true) }
      let others = LeaderlessSource(whole: perf, leader: PerfSource(events, scope: .thread))
      // The first source begins first and ends last: sources that read files enclose sources that
      // count.
      let process: [any CountingSource] = [
        FrequencySource(cpus: request.placement.measuredCPUs, counting: perf), EnergySource(),
        StealSource(), UsageSource(.process), others,
      ]
      return CountingProbe(threadCount: threadCount, process: process) {
        let own = PerfSource(counting.events, scope: .thread, counters: counting.counters)
        return [UsageSource(.thread), own]
      }
    case .breakpoints:
      let events = counting.events.map { $0.watching(program.lockWord) }
      return CountingProbe(threadCount: threadCount, process: [PerfSource(events, scope: .process)])
      { [PerfSource(events, scope: .thread)] }
    case .allocations, .instructions:
      let trials = request.sampling.trials
      return CountingProbe(
        threadCount: threadCount, process: [AllocationSource(.process, trials: trials)]
      ) { [AllocationSource(.thread, trials: trials)] }
    }
  }
}

extension PlannedEvent {
  /// The event, with the address of the lock's word if the event watches that word.
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
