/// The version of the protocol between orchestrator and worker.
package let workerProtocolVersion = 2

/// A request of the orchestrator to a worker, one JSON object on its standard input.
package struct WorkerRequest: Codable, Equatable, Sendable {
  /// The kind of request.
  package enum Task: String, Codable, Sendable {
    /// Measure a case's trials.
    case measure
    /// Find how many operations of a case fill a trial.
    case calibrateOperations
    /// Find how many steps of busy work fill a microsecond.
    case calibrateWork
    /// Find the CPU time of a thread's life: start, binding and end.
    case calibrateThread
    /// Find the time to hand on a turn among threads that spin, one on each CPU of the placement.
    case calibrateTurn
    /// Find the time of the dependent steps of the speed probe (see ``TrialWitness/slowness``) on
    /// an undisturbed CPU.
    case calibrateProbe
    /// Find the speed probe's ratio (see ``TrialWitness/crowding``) on a core of the placement, at
    /// moments without a neighbour.
    case calibrateProbeRatio
    /// Run a case under callgrind, which counts its instructions; the later trials do twice as many
    /// operations as the earlier trials.
    case countInstructions
    /// Describe the executable, and plan a selection of its cases.
    case describe
  }

  package var protocolVersion: Int
  /// The kind of request.
  package var task: Task
  /// The case; nil for a request that concerns no case.
  package var caseID: CaseID?
  /// The CPUs.
  package var placement: Placement
  /// The number of CPUs that the case may use at the same time.
  package var width: Int
  /// The numbers and the length of warm-ups and trials.
  package var sampling: Sampling
  /// The condition that ends a trial.
  package var pace: Pace
  /// The operations of a trial, all threads of ours together; used when the pace is
  /// ``Pace/operations``.
  package var operations: UInt64
  /// The number of steps of busy work that take a microsecond.
  package var workStepsPerMicrosecond: Double
  /// The seed of the case's random numbers.
  package var seed: UInt64
  /// The run's start in ns since 1970, from which the starts of trials are counted.
  package var originNanoseconds: UInt64
  /// The id of the orchestrator's process, whose end also ends the worker; nil for a worker run by
  /// hand.
  package var orchestrator: Int32?

  /// The nice value to run at; nil keeps the worker's own value.
  ///
  /// A worker inherits its nice value from the thread that starts it, and Dispatch gives the
  /// threads of its pools values of their own. Without a fixed value, figures would depend on the
  /// pool thread that starts the worker.
  package var nice: Int32?
  /// The time of the speed probe's dependent steps on an undisturbed CPU, in ns; nil if unknown,
  /// and then no trial is taken for slow.
  package var probeNanoseconds: Double?
  /// The speed probe's ratio (see ``TrialWitness/crowding``) on a core without a neighbour; nil if
  /// unknown, and then no core is taken for shared.
  package var probeRatio: Double?
  /// The CPU on which the case's memory is touched first; nil if any CPU will do.
  package var memoryCPU: Int?
  /// The path of cpu.stat of the control group whose quota limits the worker; nil if there is none.
  package var throttleFile: String?
  /// The events and the pass of a counted launch; nil for a timed launch.
  package var counting: CountingRequest?
  /// The cases to describe; nil for other requests.
  package var description: DescriptionRequest?

  package init(
    task: Task, caseID: CaseID? = nil, placement: Placement = .unpinned, width: Int = 1,
    sampling: Sampling = Sampling(warmups: 0, trials: 1, trialNanoseconds: 5_000_000),
    pace: Pace = .window, operations: UInt64 = 1, workStepsPerMicrosecond: Double = 1000,
    seed: UInt64 = 0, originNanoseconds: UInt64 = 0, orchestrator: Int32? = nil,
    nice: Int32? = nil, counting: CountingRequest? = nil, description: DescriptionRequest? = nil
  ) {
    self.protocolVersion = workerProtocolVersion
    self.task = task
    self.caseID = caseID
    self.placement = placement
    self.width = width
    self.sampling = sampling
    self.pace = pace
    self.operations = operations
    self.workStepsPerMicrosecond = workStepsPerMicrosecond
    self.seed = seed
    self.originNanoseconds = originNanoseconds
    self.orchestrator = orchestrator
    self.nice = nice
    self.counting = counting
    self.description = description
  }
}

/// The events to count in a launch, and the pass that the launch belongs to.
package struct CountingRequest: Codable, Equatable, Sendable {
  package var pass: CountingPass
  /// The perf events to count.
  package var events: [PlannedEvent]
  /// The number of the processor's events that can be counted at the same time; nil if unknown.
  package var counters: Int?

  package init(pass: CountingPass, events: [PlannedEvent] = [], counters: Int? = nil) {
    self.pass = pass
    self.events = events
    self.counters = counters
  }
}

/// A line of a worker's answer, one JSON object; the last line is ``done`` or ``refused(reason:)``.
package enum WorkerMessage: Codable, Equatable, Sendable {
  /// The first line: the protocol's version that the worker speaks.
  case hello(protocolVersion: Int)
  case trial(TrialRow)
  case thread(ThreadRow)
  /// A recorded latency.
  case latency(LatencyRow)
  /// A trial's observation.
  case observation(ObservationRow)
  /// A counted event.
  case counter(CounterRow)
  /// The answer to a calibration.
  case calibrated(value: Double)
  /// The executable's version and its plan.
  case described(WorkerDescription)
  /// The last line of a worker that can't fulfil the request, with the reason.
  case refused(reason: String)
  /// The last line of a worker that fulfilled the request: it shows that no line is missing.
  case done
}
