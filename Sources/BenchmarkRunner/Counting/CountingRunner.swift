import BenchmarkModel

/// The counting of one case in this process.
///
/// It runs the warm-ups, the counted trials and their checks. The trials' times become the event
/// `wall-ns`; they are not results of the case.
struct CountingRunner {
  let program: TrialProgram
  let request: WorkerRequest
  let pass: CountingPass
  let probe: CountingProbe

  /// Runs every trial, and returns the rows with the closing row last.
  func run() throws(WorkerError) -> [CounterRow] {
    let cpus: [Int] = if case .pinned(let cpus) = request.placement { cpus } else { [] }
    let team = try ThreadTeam(program: program, cpus: cpus, probe: probe)
    for _ in 0..<request.sampling.warmups { _ = try trial(team, isMeasured: false) }
    var sums = Sums(operations: TurnOperations(turnCount: probe.turnCount))
    let schedule = CountingSchedule(
      turnCount: probe.turnCount, pace: request.pace, request.sampling)
    try count(schedule.phases, team, &sums)
    if schedule.isRotating, !probe.isRotationEven {
      try count(schedule.phasesByTurns, team, &sums)
    }
    team.end()
    let all = sums.operations[nil]
    let wall = EventResult.counted("wall-ns", sums.elapsed).row(pass, thread: nil, operations: all)
    return [wall] + probe.rows(pass, operations: sums.operations) + [
      CounterRow(
        pass: pass, event: CounterRow.closingEvent,
        status: sums.violation == nil ? .counted : .invalid, value: Double(all),
        operations: all, reason: sums.violation ?? "")
    ]
  }

  private struct Sums {
    var operations: TurnOperations
    var elapsed: UInt64 = 0
    var violation: String?
  }

  /// Runs the trials of some phases in alternation, so that a drift of the machine falls on all
  /// phases.
  private func count(
    _ phases: [CountingProbe.Phase], _ team: ThreadTeam, _ sums: inout Sums
  ) throws(WorkerError) {
    for _ in 0..<request.sampling.trials {
      for phase in phases {
        probe.enter(phase)
        let (conclusion, nanoseconds) = try trial(team, isMeasured: true)
        probe.leave()
        sums.operations.add(conclusion.operations, in: phase.process)
        sums.elapsed += conclusion.elapsedNanoseconds ?? nanoseconds
        sums.violation = sums.violation ?? conclusion.violation
      }
    }
  }

  private func trial(
    _ team: ThreadTeam, isMeasured: Bool
  ) throws(WorkerError) -> (TrialConclusion, UInt64) {
    let reports = team.runTrial(
      operations: request.operations,
      windowNanoseconds: request.pace == .window ? request.sampling.trialNanoseconds : nil,
      isMeasured: isMeasured)
    let start = reports.map(\.startNanoseconds).min() ?? 0
    let end = reports.map(\.endNanoseconds).max() ?? 0
    return (try team.conclude(reports), end - start)
  }
}
