/// The operations of a site's batch scheduler that a fleet needs.
package protocol Scheduler: Sendable {
  /// Returns each requested machine once, the free machines first unless the request names
  /// machines.
  func nodes(_ request: NodeRequest) async throws(SchedulerError) -> [SchedulerNode]

  /// Submits a job for each node; if one job is refused, cancels the jobs submitted so far.
  ///
  /// - Returns: The numbers that the scheduler gave to the jobs.
  /// - Throws: ``SchedulerError/leftBehind(_:reason:)`` if jobs with this name may still be in the
  ///   queue.
  func submit(_ request: JobRequest) async throws(SchedulerError) -> [String]

  /// Returns the scheduler's jobs of a name, without jobs that the scheduler has forgotten.
  func jobs(named name: String) async throws(SchedulerError) -> [NodeJob]

  /// Returns the jobs of a name in the last `days` days, according to accounting; none without
  /// accounting.
  func remembered(named name: String, days: Int) async -> [NodeJob]

  /// Ends the waiting and the running jobs of a name.
  func cancel(named name: String) async throws(SchedulerError)
}

/// A request for machines.
package enum NodeRequest: Equatable, Sendable {
  /// The machines of a list in the scheduler's notation, such as `n[1-8]`.
  case named(String, partition: String?)
  /// A number of machines that have the features of `constraint`.
  case some(Int, constraint: String?, partition: String?)

  /// The partition; nil for the site's default.
  package var partition: String? {
    switch self {
    case .named(_, let partition), .some(_, _, let partition): partition
    }
  }
}

/// A machine as the scheduler describes it.
package struct SchedulerNode: Equatable, Sendable {
  package let name: String
  /// The number of the machine's CPUs, counted as hardware threads if the site reports them.
  package let cpus: Int
  /// The machine's state, such as `idle` or `down`.
  package let state: String
  /// The features that the site declares.
  package var features: [String] = []
}

/// A request for one job on each node.
package struct JobRequest: Equatable, Sendable {
  /// The name of all jobs.
  package let name: String
  /// The script's path.
  package let script: String
  /// The script's options for the command line, which no variable of the user's environment
  /// overrides.
  package var options: [String] = []
  package let nodes: [String]
}

/// A node's job, as the scheduler knows it.
package struct NodeJob: Equatable, Sendable {
  /// The progress of a job.
  package enum State: Equatable, Sendable {
    /// Not started, for a reason.
    case waiting(String)
    /// Running for a number of seconds.
    case running(seconds: Int)
    /// Ended with success.
    case completed
    /// Ended in another way, such as `timeout`.
    case ended(String)
  }

  package let node: String
  /// The progress of the job.
  package let state: State
}

/// An error of a scheduler's program or of a request, with the remedy.
package enum SchedulerError: Error, Equatable, CustomStringConvertible {
  /// A program of the scheduler is not installed here.
  case missing(String)
  /// A program did not answer in time.
  case noAnswer(String, seconds: Int)
  case refused(String, reason: String)
  /// No machine has this name.
  case noNode(String, partition: String?)
  /// The user stopped the command.
  case interrupted
  /// Jobs of this name may be in the queue although their submission failed.
  case leftBehind(String, reason: String)
  /// A program printed a line that the tool can't read.
  case garbled(String, line: String)
  /// Fewer machines than wanted meet the request.
  case tooFewNodes(wanted: Int, found: Int, what: String)
  /// The features are combined in a way that the tool does not read.
  case constraint(String)

  /// The error in one or two lines.
  package var description: String {
    switch self {
    case .missing(let program):
      "there is no `\(program)` here: a fleet needs SLURM's commands; use a machine that jobs are submitted from"
    case .noAnswer(let program, let seconds):
      "the scheduler did not answer \(program) in \(seconds) s: give the command again when it answers"
    case .refused(let program, let reason):
      "\(program) failed: \(reason)"
    case .noNode(let name, let partition):
      "there is no node '\(name)'\(partition.map { " in the partition '\($0)'" } ?? ""): `sinfo --Node` lists those that exist"
    case .interrupted: "it was interrupted"
    case .leftBehind(let name, let reason):
      "\(reason); jobs of this fleet may still be in the queue: cancel them with `scancel --name=\(name)`"
    case .garbled(let program, let line):
      "\(program) printed a line that is not understood: '\(line)'"
    case .tooFewNodes(let wanted, let found, let what):
      "--count asks for \(wanted), and there are \(found) nodes\(what): lower --count, or give another --constraint or --partition"
    case .constraint(let text):
      "the constraint '\(text)' is not a list of names joined by & or by |: name the nodes with --nodes"
    }
  }
}
