/// One trial of a launch.
package struct TrialRow: Codable, Equatable, Sendable {
  /// The trial's number in its launch, from 0.
  package var trial: Int
  /// The start of the trial, in ns since the run's start.
  package var startNanoseconds: Int64
  /// The operations done.
  package var operations: UInt64
  /// The time from the first thread's start to the last thread's end, in ns, unless the case's
  /// program gives the time of the operations.
  package var elapsedNanoseconds: UInt64
  /// User time of the process in ns.
  package var userNanoseconds: UInt64
  /// System time of the process in ns.
  package var systemNanoseconds: UInt64
  /// Context switches of the process that it caused itself, by sleeping.
  package var voluntarySwitches: UInt64
  /// Context switches of the process that the scheduler forced.
  package var involuntarySwitches: UInt64
  /// The time that the hypervisor took from the machine's CPUs, in ns; nil if the kernel does not
  /// report it.
  package var stealNanoseconds: UInt64?
  /// The disturbances seen around the trial; nil if the trial was not watched.
  package var witness: TrialWitness?
  /// Whether the check held.
  package var isVerified: Bool
  /// The error that the check found; empty if it held.
  package var reason: String

  package init(
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

/// One thread of a launch.
package struct ThreadRow: Codable, Equatable, Sendable {
  /// The thread's number, from 0.
  package var thread: Int
  /// The CPU of the thread at the end of its last trial.
  package var cpu: Int
  /// The thread's operations over all measured trials.
  package var operations: UInt64
  /// The thread's longest wait in ns; nil if waits were not timed.
  package var longestWaitNanoseconds: UInt64?

  package init(thread: Int, cpu: Int, operations: UInt64, longestWaitNanoseconds: UInt64? = nil) {
    self.thread = thread
    self.cpu = cpu
    self.operations = operations
    self.longestWaitNanoseconds = longestWaitNanoseconds
  }
}

/// The number of times that one latency was recorded in a launch.
public struct LatencyRow: Codable, Equatable, Sendable {
  /// The latency in ns, to three significant digits.
  public var valueNanoseconds: UInt64
  /// The number of times that the latency was recorded.
  public var count: UInt64

  /// Makes a row from its parts.
  public init(valueNanoseconds: UInt64, count: UInt64) {
    self.valueNanoseconds = valueNanoseconds
    self.count = count
  }
}

/// A named value that a trial saw beside its time, such as the number of reads or a nice value.
package struct ObservationRow: Codable, Equatable, Sendable {
  /// The trial's number.
  package var trial: Int
  /// The value's name, with its unit.
  package var name: String
  package var value: Double

  package init(trial: Int, name: String, value: Double) {
    self.trial = trial
    self.name = name
    self.value = value
  }
}

/// The reason why a launch gave no result.
package enum FailureKind: String, Codable, Sendable {
  /// The worker was killed by a signal.
  case crashed
  /// The worker ran past its deadline and was killed.
  case timedOut = "timed-out"
  /// The worker ended with an error.
  case exited
  /// The worker's output broke the protocol.
  case garbled
  /// The worker could not be started.
  case notLaunched = "not-launched"
  /// The case had timed out twice before: it was not launched again.
  case skipped
}

/// A failed launch.
package struct FailureRow: Codable, Equatable, Sendable {
  package var kind: FailureKind
  /// The signal or exit status, nil if there was none.
  package var status: Int?
  /// The known cause.
  package var reason: String

  package init(kind: FailureKind, status: Int? = nil, reason: String) {
    self.kind = kind
    self.status = status
    self.reason = reason
  }
}

/// All rows of one launch.
package struct LaunchRecord: Equatable, Sendable {
  package var trials: [TrialRow]
  package var threads: [ThreadRow]
  package var latencies: [LatencyRow]
  package var observations: [ObservationRow]
  /// The failure of the launch; nil if the launch succeeded.
  package var failure: FailureRow?

  package init(
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
