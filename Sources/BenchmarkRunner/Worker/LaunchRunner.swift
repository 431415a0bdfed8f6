import BenchmarkModel
import CSyncShims

/// Measures one case in this process: warm-ups, trials, checks.
struct LaunchRunner {
  let program: TrialProgram
  let request: WorkerRequest

  /// Runs every trial and hands each message to `emit` at the end, so that nothing is written while
  /// time is measured.
  func run(emit: (WorkerMessage) -> Void) throws(WorkerError) {
    let cpus: [Int] = if case .pinned(let cpus) = request.placement { cpus } else { [] }
    let team = try ThreadTeam(
      program: program, cpus: cpus, isWitnessed: true,
      ownCoreRatio: feelsNeighbours ? request.probeRatio : nil)
    let clocks = Clocks(throttleFile: request.throttleFile)
    let watch = looksAtPlace ? PlaceWatch(request.placement.cpus) : nil
    defer { watch?.end() }
    for _ in 0..<request.sampling.warmups {
      let reports = trial(team, operations: request.operations, isMeasured: false)
      _ = try team.conclude(reports)
    }
    var messages: [WorkerMessage] = []
    var totals = [UInt64](repeating: 0, count: program.threadCount)
    var lastReports: [ThreadTeam.Report] = []
    var before = watch?.look()
    for index in 0..<request.sampling.trials {
      var (row, observations, reports) = try measure(team, index: index, clocks: clocks)
      let after = watch?.look()
      row.witness = WitnessRule.judge(row.witness, before: before, after: after)
      before = after
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

  /// The number of operations of a trial: the same for all trials, unless instructions are counted.
  private func operations(ofTrial index: Int) -> UInt64 {
    guard request.task == .countInstructions else { return request.operations }
    let counts = InstructionCount.trials(of: request.operations)
    return counts[min(index, counts.count - 1)]
  }

  /// The clocks of the whole process, its control group and the machine, read before and after a
  /// trial.
  private struct Clocks: ~Copyable {
    let steal = StealClock()
    let throttle: ThrottleClock

    init(throttleFile: String?) { throttle = ThrottleClock(throttleFile) }

    struct Reading {
      let steal: UInt64?
      let throttled: UInt64?
      let usage: sync_usage
    }

    borrowing func read() -> Reading {
      Reading(steal: steal.read(), throttled: throttle.read(), usage: sync_process_usage())
    }
  }

  private func measure(
    _ team: ThreadTeam, index: Int, clocks: borrowing Clocks
  ) throws(WorkerError) -> (TrialRow, [ObservationRow], [ThreadTeam.Report]) {
    let startRealtime = sync_realtime_ns()
    let before = clocks.read()
    let reports = trial(team, operations: operations(ofTrial: index), isMeasured: true)
    let after = clocks.read()
    let conclusion = try team.conclude(reports)
    let start = reports.map(\.startNanoseconds).min() ?? 0
    let end = reports.map(\.endNanoseconds).max() ?? 0
    let usage = after.usage
    let steal = difference(before.steal, after.steal)
    let witness = WitnessRule.judge(
      WitnessRule.Trial(
        threads: reports.compactMap(\.witness), cpus: reports.map(\.cpu),
        elapsedNanoseconds: end - start,
        sleeps: usage.voluntary_switches &- before.usage.voluntary_switches,
        stealNanoseconds: steal,
        throttledNanoseconds: difference(before.throttled, after.throttled),
        usableCPUs: usableCPUs, probeNanoseconds: request.probeNanoseconds,
        probeRatio: request.probeRatio, isOurs: isOurs, feelsNeighbours: feelsNeighbours))
    let row = TrialRow(
      trial: index,
      startNanoseconds: Int64(bitPattern: startRealtime &- request.originNanoseconds),
      operations: conclusion.operations,
      elapsedNanoseconds: conclusion.elapsedNanoseconds ?? end - start,
      userNanoseconds: usage.user_ns &- before.usage.user_ns,
      systemNanoseconds: usage.system_ns &- before.usage.system_ns,
      voluntarySwitches: usage.voluntary_switches &- before.usage.voluntary_switches,
      involuntarySwitches: usage.involuntary_switches &- before.usage.involuntary_switches,
      stealNanoseconds: steal, witness: witness,
      isVerified: conclusion.violation == nil, reason: conclusion.violation ?? "")
    let observations = conclusion.observations.map {
      ObservationRow(trial: index, name: $0.name, value: $0.value)
    }
    return (row, observations, reports)
  }

  /// The number of CPUs that the case's threads may use.
  private var usableCPUs: Int {
    let bound = Set(request.placement.cpus).count
    return bound > 0 ? bound : ProcessFacts.affinity()?.count ?? 1
  }

  /// Whether the place of the CPUs on the host is read: not under callgrind, which runs one thread
  /// at a time, nor at the pace `once`.
  private var looksAtPlace: Bool { request.task == .measure && request.pace != .once }

  private var feelsNeighbours: Bool { request.pace.feelsNeighbours(on: request.placement.cpus) }

  /// Whether threads of ours alone do the work, each of which should have a CPU.
  private var isOurs: Bool {
    if case .process = request.placement { false } else { true }
  }

  private func difference(_ before: UInt64?, _ after: UInt64?) -> UInt64? {
    guard let before, let after else { return nil }
    return after >= before ? after - before : 0
  }
}
