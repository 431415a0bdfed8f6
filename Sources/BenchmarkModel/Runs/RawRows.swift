/// One timed window of an invocation.
public struct TrialRow: Codable, Equatable, Sendable {
  /// The trial's number in its invocation, from 0.
  public var trial: Int
  /// When it began, in ns since the run's start.
  public var startNanoseconds: Int64
  /// The operations done.
  public var operations: UInt64
  /// From the first thread's start to the last thread's end, in ns.
  public var elapsedNanoseconds: UInt64
  /// User time of the process in ns.
  public var userNanoseconds: UInt64
  /// System time of the process in ns.
  public var systemNanoseconds: UInt64
  /// Switches of the process that it asked for, by sleeping.
  public var voluntarySwitches: UInt64
  /// Switches of the process that it did not ask for.
  public var involuntarySwitches: UInt64
  /// Time the hypervisor took from the machine's CPUs in ns, nil where the kernel does not say.
  public var stealNanoseconds: UInt64?
  /// What was seen around it; nil where nothing was watched.
  public var witness: TrialWitness?
  /// Whether the check held.
  public var isVerified: Bool
  /// What the check found, empty when it held.
  public var reason: String

  /// Makes a row of its parts.
  public init(
    trial: Int, startNanoseconds: Int64, operations: UInt64, elapsedNanoseconds: UInt64,
    userNanoseconds: UInt64 = 0, systemNanoseconds: UInt64 = 0, voluntarySwitches: UInt64 = 0,
    involuntarySwitches: UInt64 = 0, stealNanoseconds: UInt64? = nil,
    witness: TrialWitness? = nil, isVerified: Bool = true, reason: String = ""
  ) {
    self.trial = trial
    self.startNanoseconds = startNanoseconds
    self.operations = operations
    self.elapsedNanoseconds = elapsedNanoseconds
    self.userNanoseconds = userNanoseconds
    self.systemNanoseconds = systemNanoseconds
    self.voluntarySwitches = voluntarySwitches
    self.involuntarySwitches = involuntarySwitches
    self.stealNanoseconds = stealNanoseconds
    self.witness = witness
    self.isVerified = isVerified
    self.reason = reason
  }
}

/// One thread of an invocation.
public struct ThreadRow: Codable, Equatable, Sendable {
  /// The thread's number, from 0.
  public var thread: Int
  /// The CPU it was on when its last trial ended.
  public var cpu: Int
  /// Its operations over all measured trials.
  public var operations: UInt64
  /// Its longest wait in ns, nil where waits were not timed.
  public var longestWaitNanoseconds: UInt64?

  /// Makes a row of its parts.
  public init(thread: Int, cpu: Int, operations: UInt64, longestWaitNanoseconds: UInt64? = nil) {
    self.thread = thread
    self.cpu = cpu
    self.operations = operations
    self.longestWaitNanoseconds = longestWaitNanoseconds
  }
}

/// How often one latency was recorded in an invocation.
public struct LatencyRow: Codable, Equatable, Sendable {
  /// The latency in ns, to three significant digits.
  public var valueNanoseconds: UInt64
  /// How often.
  public var count: UInt64

  /// Makes a row of its parts.
  public init(valueNanoseconds: UInt64, count: UInt64) {
    self.valueNanoseconds = valueNanoseconds
    self.count = count
  }
}

/// A named value that a trial saw beside its time: reads, a nice value, a class's CPU time.
public struct ObservationRow: Codable, Equatable, Sendable {
  /// The trial's number.
  public var trial: Int
  /// The value's name, with its unit.
  public var name: String
  /// The value.
  public var value: Double

  /// Makes a row of its parts.
  public init(trial: Int, name: String, value: Double) {
    self.trial = trial
    self.name = name
    self.value = value
  }
}

/// Why an invocation gave no result.
public enum FailureKind: String, Codable, Sendable {
  /// The worker was killed by a signal.
  case crashed
  /// The worker ran past its deadline and was killed.
  case timedOut = "timed-out"
  /// The worker ended with an error.
  case exited
  /// The worker's output was not what the protocol says.
  case garbled
  /// The worker could not be started.
  case notLaunched = "not-launched"
  /// The case had timed out twice before: it was not launched again.
  case skipped
}

/// A failed invocation.
public struct FailureRow: Codable, Equatable, Sendable {
  /// What happened.
  public var kind: FailureKind
  /// The signal or exit status, nil where there was none.
  public var status: Int?
  /// What is known of why.
  public var reason: String

  /// Makes a row of its parts.
  public init(kind: FailureKind, status: Int? = nil, reason: String) {
    self.kind = kind
    self.status = status
    self.reason = reason
  }
}

/// All that one invocation gave.
public struct InvocationRecord: Equatable, Sendable {
  /// Its trials.
  public var trials: [TrialRow]
  /// Its threads.
  public var threads: [ThreadRow]
  /// Its latencies.
  public var latencies: [LatencyRow]
  /// Its observations.
  public var observations: [ObservationRow]
  /// Its failure, nil when it succeeded.
  public var failure: FailureRow?

  /// Makes a record of its parts.
  public init(
    trials: [TrialRow] = [], threads: [ThreadRow] = [], latencies: [LatencyRow] = [],
    observations: [ObservationRow] = [], failure: FailureRow? = nil
  ) {
    self.trials = trials
    self.threads = threads
    self.latencies = latencies
    self.observations = observations
    self.failure = failure
  }
}
