import BenchmarkModel
import CSyncShims

/// Measures one case in this process: warm-ups, trials, checks.
struct InvocationRunner {
  let program: TrialProgram
  let request: WorkerRequest

  /// Runs every trial and hands each message to `emit` at the end, so that nothing is written while
  /// time is measured.
  func run(emit: (WorkerMessage) -> Void) throws(WorkerError) {
    let cpus: [Int] = if case .pinned(let cpus) = request.placement { cpus } else { [] }
    let team = try ThreadTeam(program: program, cpus: cpus)
    for _ in 0..<request.sampling.warmups {
      let reports = trial(team, operations: request.operations, isMeasured: false)
      _ = try team.conclude(reports)
    }
    var messages: [WorkerMessage] = []
    var totals = [UInt64](repeating: 0, count: program.threadCount)
    var lastReports: [ThreadTeam.Report] = []
    let steal = StealClock()
    for index in 0..<request.sampling.trials {
      let (row, observations, reports) = try measure(team, index: index, steal: steal)
      messages.append(.trial(row))
      messages += observations.map { .observation($0) }
      for (thread, report) in reports.enumerated() { totals[thread] &+= report.operations }
      lastReports = reports
    }
    team.end()
    let waits = program.longestWaits()
    for (thread, report) in lastReports.enumerated() {
      messages.append(
        .thread(
          ThreadRow(
            thread: thread, cpu: Int(report.cpu), operations: totals[thread],
            longestWaitNanoseconds: waits.indices.contains(thread) ? waits[thread] : nil)))
    }
    messages += program.latencies().map { .latency($0) }
    messages.forEach(emit)
  }

  private func trial(
    _ team: ThreadTeam, operations: UInt64, isMeasured: Bool
  ) -> [ThreadTeam.Report] {
    team.runTrial(
      operations: operations,
      windowNanoseconds: request.pace == .window ? request.sampling.trialNanoseconds : nil,
      isMeasured: isMeasured)
  }

  /// All trials do the same, but where instructions are counted: there the later ones do more.
  private func operations(ofTrial index: Int) -> UInt64 {
    guard request.task == .countInstructions else { return request.operations }
    let counts = InstructionCount.trials(of: request.operations)
    return counts[min(index, counts.count - 1)]
  }

  private func measure(
    _ team: ThreadTeam, index: Int, steal: StealClock
  ) throws(WorkerError) -> (TrialRow, [ObservationRow], [ThreadTeam.Report]) {
    let startRealtime = sync_realtime_ns()
    let stealBefore = steal.read()
    let before = sync_process_usage()
    let reports = trial(team, operations: operations(ofTrial: index), isMeasured: true)
    let after = sync_process_usage()
    let stealAfter = steal.read()
    let conclusion = try team.conclude(reports)
    let start = reports.map(\.startNanoseconds).min() ?? 0
    let end = reports.map(\.endNanoseconds).max() ?? 0
    let row = TrialRow(
      trial: index,
      startNanoseconds: Int64(bitPattern: startRealtime &- request.originNanoseconds),
      operations: conclusion.operations,
      elapsedNanoseconds: conclusion.elapsedNanoseconds ?? end - start,
      userNanoseconds: after.user_ns &- before.user_ns,
      systemNanoseconds: after.system_ns &- before.system_ns,
      voluntarySwitches: after.voluntary_switches &- before.voluntary_switches,
      involuntarySwitches: after.involuntary_switches &- before.involuntary_switches,
      stealNanoseconds: stealDifference(stealBefore, stealAfter),
      isVerified: conclusion.violation == nil, reason: conclusion.violation ?? "")
    let observations = conclusion.observations.map {
      ObservationRow(trial: index, name: $0.name, value: $0.value)
    }
    return (row, observations, reports)
  }

  private func stealDifference(_ before: UInt64?, _ after: UInt64?) -> UInt64? {
    guard let before, let after else { return nil }
    return after >= before ? after - before : 0
  }
}
