public import BenchmarkModel

/// The facts that a case may use when it is prepared.
public struct CaseContext: Sendable {
  /// The name of the case.
  public let id: CaseID
  /// The number of CPUs that the case may use at the same time.
  public let width: Int
  /// The number of steps of busy work in a microsecond.
  public let workStepsPerMicrosecond: Double
  /// The length of a trial, in ns, for a program that ends its trials itself.
  public let trialNanoseconds: UInt64
  /// The seed of the case's random numbers.
  public let seed: UInt64

  /// Makes a context of its parts.
  public init(
    id: CaseID, width: Int, workStepsPerMicrosecond: Double, trialNanoseconds: UInt64 = 5_000_000,
    seed: UInt64
  ) {
    self.id = id
    self.width = width
    self.workStepsPerMicrosecond = workStepsPerMicrosecond
    self.trialNanoseconds = trialNanoseconds
    self.seed = seed
  }

  /// A parameter's value; `fallback` if the case does not have the parameter.
  public func value(_ key: String, default fallback: Int) -> Int { id[key] ?? fallback }

  /// The steps of busy work for a parameter in nanoseconds, at least one unless the parameter is 0.
  public func workSteps(_ key: String) -> UInt64 {
    let nanoseconds = value(key, default: 0)
    guard nanoseconds > 0 else { return 0 }
    return UInt64(max(1, (Double(nanoseconds) * workStepsPerMicrosecond / 1000).rounded()))
  }
}

/// One thread's instructions for a trial.
public struct TrialThread: @unchecked Sendable {
  /// The thread's number, from 0.
  public let index: Int
  /// The operations to do, all threads together, when the pace is `Pace.operations`.
  public let operations: UInt64
  /// The flag that ends the trial when it is raised, if the pace is `Pace.window`.
  public let stop: UnsafePointer<UInt32>
  /// Whether the trial counts: a warm-up must not be recorded.
  public let isMeasured: Bool

  /// Makes the instructions of their parts.
  public init(index: Int, operations: UInt64, stop: UnsafePointer<UInt32>, isMeasured: Bool) {
    self.index = index
    self.operations = operations
    self.stop = stop
    self.isMeasured = isMeasured
  }
}

/// The result of a trial, after every thread has stopped.
public struct TrialConclusion: Sendable {
  /// The number of operations done.
  public var operations: UInt64
  /// The error that the check found; nil if the check held.
  public var violation: String?
  /// The reason why the machine made the trial impossible, such as a lack of threads or memory; nil
  /// if it did not.
  ///
  /// No primitive promises to work if the machine lacks something. A refusal ends the launch, and
  /// the case fails with this reason, while a ``violation`` makes the case invalid.
  public var refusal: String?
  /// The named values that were observed beside the time.
  public var observations: [(name: String, value: Double)]
  /// The time of the operations in ns, if it is not the whole trial; nil for the time from the
  /// first thread's start to the last thread's end.
  public var elapsedNanoseconds: UInt64?

  /// Makes a conclusion of its parts.
  public init(
    operations: UInt64, violation: String? = nil, refusal: String? = nil,
    observations: [(name: String, value: Double)] = []
  ) {
    self.operations = operations
    self.violation = violation
    self.refusal = refusal
    self.observations = observations
  }
}

/// A case made ready in a worker: the work of its threads, and the check after each trial.
public struct TrialProgram: Sendable {
  /// The number of our threads that run the program.
  public let threadCount: Int
  /// Runs one thread's part of a trial; returns the number of operations that the thread did.
  public let run: @Sendable (TrialThread) -> UInt64
  /// Checks a trial and prepares the next trial; called with each thread's operations after all
  /// threads have stopped.
  public let conclude: @Sendable (_ operations: [UInt64]) -> TrialConclusion
  /// The latencies recorded in measured trials; called once, at the end.
  public let latencies: @Sendable () -> [LatencyRow]
  /// Each thread's longest wait in measured trials, in ns; empty if waits are not timed.
  ///
  /// Called once, at the end.
  public let longestWaits: @Sendable () -> [UInt64]
  /// The address of the measured lock's own word, so that writes to the word can be counted; nil if
  /// the lock has no word of its own.
  public private(set) var lockWord: UInt?
  /// The leader's work while the threads run; nil if the leader sleeps, as it usually does.
  ///
  /// The leader is the thread that starts and ends trials.
  public private(set) var leads: (@Sendable () -> Void)?

  /// Makes a program of its parts.
  public init(
    threadCount: Int, run: @escaping @Sendable (TrialThread) -> UInt64,
    conclude: @escaping @Sendable (_ operations: [UInt64]) -> TrialConclusion,
    latencies: @escaping @Sendable () -> [LatencyRow] = { [] },
    longestWaits: @escaping @Sendable () -> [UInt64] = { [] }
  ) {
    self.threadCount = threadCount
    self.run = run
    self.conclude = conclude
    self.latencies = latencies
    self.longestWaits = longestWaits
  }

  /// The program of a case that the machine makes impossible: it only reports the reason.
  public static func refusing(_ reason: String) -> TrialProgram {
    TrialProgram(threadCount: 1) { _ in
      0
    } conclude: { _ in
      TrialConclusion(operations: 0, refusal: reason)
    }
  }

  /// The same program, with the word of the lock that its threads contend for.
  public func watching(_ word: UnsafeRawPointer?) -> TrialProgram {
    var program = self
    program.lockWord = word.map { UInt(bitPattern: $0) }
    return program
  }

  /// The same program, whose leader calls `body` once in each trial, while the threads run.
  ///
  /// In a worker the leader is the process's first thread, and only that thread can run the main
  /// queue. A busy leader can't raise the flag that ends a window, so only trials that end by
  /// themselves can have such work.
  public func led(by body: @escaping @Sendable () -> Void) -> TrialProgram {
    var program = self
    program.leads = body
    return program
  }
}
