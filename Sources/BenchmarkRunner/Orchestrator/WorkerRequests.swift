package import BenchmarkModel
import BenchmarkStatistics
import CSyncShims
import Glibc

/// The name under which the number of steps of busy work in a microsecond is kept.
let workCalibration = "work"

/// The name under which the time to start and end a thread is kept.
let threadCalibration = "thread"

/// The name under which the time to hand on a turn among spinning threads is kept.
let turnCalibration = "turn"

/// The name under which the time of the speed probe's dependent steps is kept.
let probeCalibration = "probe"

/// The name under which the time of the speed probe's independent steps, over that of its dependent
/// steps, is kept.
let probeRatioCalibration = "probe-ratio"

/// The calibration of one value, before the launches that need the value.
struct CalibrationStep {
  /// The value to find.
  enum Subject {
    /// The number of steps of busy work in a microsecond.
    case work
    /// The time to start and end a thread, from which deadlines follow.
    case thread
    /// The time to hand on a turn among spinning threads, from which deadlines follow.
    case turn
    /// The time of the speed probe's dependent steps.
    case probe
    /// The time of the speed probe's independent steps over the time of its dependent steps.
    case probeRatio
    /// The number of operations of a case that fill a trial.
    case operations(PlannedCase)
  }

  let subject: Subject

  /// The case; nil for a value that all cases share.
  var planned: PlannedCase? { if case .operations(let planned) = subject { planned } else { nil } }

  /// The name of the value.
  var name: String {
    switch subject {
    case .work: workCalibration
    case .thread: threadCalibration
    case .turn: turnCalibration
    case .probe: probeCalibration
    case .probeRatio: probeRatioCalibration
    case .operations(let planned): planned.id.description
    }
  }

  /// Whether every measurement needs the value.
  var isNeeded: Bool { if case .work = subject { true } else { false } }

  private var task: WorkerRequest.Task {
    switch subject {
    case .work: .calibrateWork
    case .thread: .calibrateThread
    case .turn: .calibrateTurn
    case .probe: .calibrateProbe
    case .probeRatio: .calibrateProbeRatio
    case .operations: .calibrateOperations
    }
  }

  /// The expected time of a step, in ns.
  static let expectedNanoseconds: UInt64 = 50_000_000

  /// The deadline of the step's worker, in ns.
  func deadlineNanoseconds(at pace: MachinePace) -> UInt64 {
    planned.map(pace.deadlineNanoseconds) ?? 10_000_000_000
  }

  /// Returns the request to the step's worker in a run.
  func request(in run: Run) -> WorkerRequest {
    var request = request(
      workStepsPerMicrosecond: run.calibrations[workCalibration], seed: run.document.plan.seed,
      originNanoseconds: run.document.startNanoseconds)
    let cases = run.document.plan.cases
    switch subject {
    case .probeRatio:
      let one = cases.first { $0.pace.feelsNeighbours(on: $0.placement.cpus) }
      request.placement = one?.placement ?? request.placement
    case .thread, .turn:
      let widest = cases.max { $0.placement.cpus.count < $1.placement.cpus.count }
      request.placement = .pinned(cpus: widest?.placement.cpus ?? [])
    case .work, .probe, .operations: break
    }
    return request
  }

  /// Returns the request to the step's worker; `workStepsPerMicrosecond` is nil for the step that
  /// calibrates it.
  func request(
    workStepsPerMicrosecond: Double?, seed: UInt64, originNanoseconds: UInt64 = 0
  ) -> WorkerRequest {
    WorkerRequest(
      task: task, caseID: planned?.id,
      placement: planned?.placement ?? .unpinned, width: planned?.width ?? 1,
      sampling: planned?.sampling
        ?? Sampling(warmups: 0, trials: 1, trialNanoseconds: 1_000_000),
      pace: planned?.pace ?? .operations,
      workStepsPerMicrosecond: workStepsPerMicrosecond ?? 1000,
      seed: seed, originNanoseconds: originNanoseconds, orchestrator: getpid(),
      nice: sync_process_nice())
  }
}

extension Pace {
  /// Whether a neighbour on the core changes the figures of a case on `cpus`.
  ///
  /// Threads on several CPUs wait for each other rather than for a core's ports, and a case that
  /// ends its trials itself waits by design.
  func feelsNeighbours(on cpus: [Int]) -> Bool { self != .once && Set(cpus).count == 1 }
}

extension Plan {
  /// The calibrations, in order: the busy work, the times from which deadlines follow, the speed
  /// probe if disturbed launches are left out, then the number of operations for each case whose
  /// pace is `operations`.
  var calibrations: [CalibrationStep] {
    guard isTimed else { return [] }
    let turns: [CalibrationStep.Subject] = cases.contains { $0.width > 1 } ? [.turn] : []
    let probes: [CalibrationStep.Subject] =
      further == nil && gate == nil ? [] : [.probe, .probeRatio]
    let counts = cases.filter { $0.pace == .operations }
    return ([.work, .thread] + turns + probes + counts.map { .operations($0) }).map {
      CalibrationStep(subject: $0)
    }
  }
}

extension Plan {
  /// The case of a counted launch, with the sampling of the counting.
  func planned(_ launch: CountedLaunch) -> PlannedCase {
    let planned = cases[launch.caseIndex]
    guard planned.pace != .once, let sampling = counting?.sampling else { return planned }
    return planned.sampled(sampling)
  }
}

extension Run {
  /// The largest number of operations of a trial in which a breakpoint counts writes to the lock's
  /// word: each such write takes some 20 µs on a virtual machine.
  private static let mostWatchedOperations: UInt64 = 1000

  /// Returns the request to the worker of a counted launch: the request of the timed launch of the
  /// same block, with counting.
  func request(for launch: CountedLaunch) -> WorkerRequest {
    var request = request(
      for: Launch(
        caseIndex: launch.caseIndex, block: document.plan.isTimed ? launch.number : 0))
    let events = document.plan.counting?.events ?? []
    request.counting = CountingRequest(
      pass: launch.pass, events: events.filter { $0.pass == launch.pass },
      counters: document.plan.counting?.counters)
    if let sampling = document.plan.counting?.sampling { request.lengthen(to: sampling) }
    if launch.pass == .breakpoints {
      request.operations = min(request.operations, Self.mostWatchedOperations)
    }
    return request
  }

  /// The request to the worker of a launch.
  package func request(for launch: Launch) -> WorkerRequest {
    let planned = document.plan.cases[launch.caseIndex]
    // All cases of a block and both sides of a pair have one seed, and so the same random numbers.
    let number =
      document.plan.gate == nil ? launch.block : PairLaunch(block: launch.block).pair
    var seeds = SplitMix64(seed: document.plan.seed ^ UInt64(number))
    var request = WorkerRequest(
      measuring: planned,
      operations: document.plan.counting?.operations
        ?? UInt64(calibrations[planned.id.description] ?? 1),
      workStepsPerMicrosecond: calibrations[workCalibration] ?? 1000, seed: seeds.next(),
      originNanoseconds: document.startNanoseconds)
    request.probeNanoseconds = calibrations[probeCalibration]
    request.probeRatio = calibrations[probeRatioCalibration]
    return request
  }
}

extension WorkerRequest {
  /// Asks a worker of this process to measure a case as it was planned.
  init(
    measuring planned: PlannedCase, operations: UInt64, workStepsPerMicrosecond: Double,
    seed: UInt64, originNanoseconds: UInt64 = 0
  ) {
    self.init(
      task: .measure, caseID: planned.id, placement: planned.placement, width: planned.width,
      sampling: planned.sampling, pace: planned.pace, operations: operations,
      workStepsPerMicrosecond: workStepsPerMicrosecond, seed: seed,
      originNanoseconds: originNanoseconds, orchestrator: getpid(), nice: sync_process_nice())
    throttleFile = ThrottleClock.path
    memoryCPU = planned.memoryCPU
  }

  /// Takes another sampling, with the operations in proportion to the length of its trials; a case
  /// that ends its trials itself keeps its sampling.
  package mutating func lengthen(to other: Sampling) {
    guard pace != .once else { return }
    let scale = Double(other.trialNanoseconds) / Double(max(1, sampling.trialNanoseconds))
    // No trial needs more than 10^18 operations, and a foreign run's document may have any number.
    operations = UInt64(max(1, min(1e18, (Double(operations) * scale).rounded())))
    sampling = other
  }
}
