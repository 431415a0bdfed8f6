import BenchmarkModel

/// Counts over one case in this process: warm-ups, trials, checks; the times it takes are nobody's result.
struct CountingRunner {
  let program: TrialProgram
  let request: WorkerRequest
  let pass: CountingPass
  let probe: CountingProbe

  /// Runs every trial; the rows, the closing one last.
  func run() throws(WorkerError) -> [CounterRow] {
    let cpus: [Int] = if case .pinned(let cpus) = request.placement { cpus } else { [] }
    let team = try ThreadTeam(program: program, cpus: cpus, probe: probe)
    for _ in 0..<request.sampling.warmups { _ = try trial(team, isMeasured: false) }
    var operations: UInt64 = 0
    var elapsed: UInt64 = 0
    var violation: String?
    for _ in 0..<request.sampling.trials {
      let (conclusion, nanoseconds) = try trial(team, isMeasured: true)
      operations += conclusion.operations
      elapsed += conclusion.elapsedNanoseconds ?? nanoseconds
      violation = violation ?? conclusion.violation
    }
    team.end()
    let wall = EventResult.counted("wall-ns", elapsed)
      .row(pass, thread: nil, operations: operations)
    return [wall] + probe.rows(pass, operations: operations) + [
      CounterRow(
        pass: pass, event: CounterRow.closingEvent,
        status: violation == nil ? .counted : .invalid, value: Double(operations),
        operations: operations, reason: violation ?? "")
    ]
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
