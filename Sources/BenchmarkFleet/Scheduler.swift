/// A site's scheduler, as far as a fleet needs one.
package protocol Scheduler: Sendable {
  /// Returns the machines of a request, each once; free machines first unless the request names them.
  func nodes(_ request: NodeRequest) async throws(SchedulerError) -> [SchedulerNode]

  /// Hands in a job for each node, all jobs or none.
  ///
  /// - Returns: The scheduler's numbers of the jobs.
  /// - Throws: ``SchedulerError/leftBehind(_:reason:)`` if jobs of the name may be in the queue all the same.
  func submit(_ request: JobRequest) async throws(SchedulerError) -> [String]

  /// Returns the scheduler's jobs of a name, without those that it has forgotten.
  func jobs(named name: String) async throws(SchedulerError) -> [NodeJob]

  /// Returns the jobs of a name in the last `days` days, according to accounting; none without accounting.
  func remembered(named name: String, days: Int) async -> [NodeJob]

  /// Ends the waiting and the running jobs of a name.
  func cancel(named name: String) async throws(SchedulerError)
}

/// The wanted machines.
package enum NodeRequest: Equatable, Sendable {
  /// Those of a list as the scheduler writes it, such as `n[1-8]`.
  case named(String, partition: String?)
  /// So many that have the features.
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
  /// Its CPUs: hardware threads, if the site counts them.
  package let cpus: Int
  /// Its state, such as `idle` or `down`.
  package let state: String
  /// The features that the site declares.
  package var features: [String] = []
}

/// A job a node.
package struct JobRequest: Equatable, Sendable {
  /// The name of all jobs.
  package let name: String
  /// The script's path.
  package let script: String
  /// The script's needs, as options: the environment of the user outweighs a script, and no options.
  package var options: [String] = []
  package let nodes: [String]
}

/// A node's job, as the scheduler knows it.
package struct NodeJob: Equatable, Sendable {
  /// The progress of a job.
  package enum State: Equatable, Sendable {
    /// Not started, and why.
    case waiting(String)
    /// Running for so many seconds.
    case running(seconds: Int)
    /// Ended as it was to.
    case completed
    /// Ended in another way, such as `timeout`.
    case ended(String)
  }

  package let node: String
  /// The progress of the job.
  package let state: State
}

/// An error between syncbench and a scheduler, with its place and the remedy.
package enum SchedulerError: Error, Equatable, CustomStringConvertible {
  /// A program of the scheduler is not installed here.
  case missing(String)
  /// A program did not answer in time.
  case noAnswer(String, seconds: Int)
  case refused(String, reason: String)
  /// There is no such machine.
  case noNode(String, partition: String?)
  /// The user stopped it.
  case interrupted
  /// Jobs of this name may be in the queue though submitting them failed.
  case leftBehind(String, reason: String)
  /// A program printed a line that is not understood.
  case garbled(String, line: String)
  /// There are fewer such machines.
  case tooFewNodes(wanted: Int, found: Int, what: String)
  /// Features that are combined in a way that we do not read.
  case constraint(String)

  /// One or two lines.
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
      "\(reason); its jobs could not be cancelled: scancel --name=\(name) does that"
    case .garbled(let program, let line):
      "\(program) printed a line that is not understood: '\(line)'"
    case .tooFewNodes(let wanted, let found, let what):
      "--count asks for \(wanted), and there are \(found) nodes\(what): lower --count, or give another --constraint or --partition"
    case .constraint(let text):
      "the constraint '\(text)' is not a list of names joined by & or by |: name the nodes with --nodes"
    }
  }
}
