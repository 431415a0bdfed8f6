/// A site's scheduler, as far as a fleet needs one.
public protocol Scheduler: Sendable {
  /// The machines that a request means, each once, the ones that are free first where they are not named.
  func nodes(_ request: NodeRequest) async throws(SchedulerError) -> [SchedulerNode]

  /// Hands in a job a node, all of them or none.
  ///
  /// - Returns: The scheduler's numbers of the jobs.
  /// - Throws: ``SchedulerError/leftBehind(_:reason:)`` where jobs of the name may be in the queue all the same.
  func submit(_ request: JobRequest) async throws(SchedulerError) -> [String]

  /// What it knows of the jobs of a name; those that it has forgotten are left out.
  func jobs(named name: String) async throws(SchedulerError) -> [NodeJob]

  /// What accounting remembers of the jobs of a name since so many days; nothing where there is no accounting.
  func remembered(named name: String, days: Int) async -> [NodeJob]

  /// Ends the jobs of a name, those that wait and those that run.
  func cancel(named name: String) async throws(SchedulerError)
}

/// Which machines are wanted.
public enum NodeRequest: Equatable, Sendable {
  /// Those of a list as the scheduler writes it, such as `n[1-8]`.
  case named(String, partition: String?)
  /// So many that have the features.
  case some(Int, constraint: String?, partition: String?)

  /// The partition; nil for the site's default.
  public var partition: String? {
    switch self {
    case .named(_, let partition), .some(_, _, let partition): partition
    }
  }
}

/// A machine as the scheduler describes it.
public struct SchedulerNode: Equatable, Sendable {
  /// Its name.
  public let name: String
  /// Its CPUs: hardware threads, where the site counts them.
  public let cpus: Int
  /// Its state, such as `idle` or `down`.
  public let state: String
  /// What the site says that it has.
  public let features: [String]

  /// Makes a machine of its parts.
  public init(name: String, cpus: Int, state: String, features: [String] = []) {
    self.name = name
    self.cpus = cpus
    self.state = state
    self.features = features
  }
}

/// A job a node.
public struct JobRequest: Equatable, Sendable {
  /// The name that all of them have.
  public let name: String
  /// The script's path.
  public let script: String
  /// What the script says that it needs, as options: the environment of the user outweighs a script, and no options.
  public let options: [String]
  /// The nodes.
  public let nodes: [String]

  /// Makes a request of its parts.
  public init(name: String, script: String, options: [String] = [], nodes: [String]) {
    self.name = name
    self.script = script
    self.options = options
    self.nodes = nodes
  }
}

/// A node's job, as the scheduler knows it.
public struct NodeJob: Equatable, Sendable {
  /// How far it has come.
  public enum State: Equatable, Sendable {
    /// Not started, and why.
    case waiting(String)
    /// Running for so many seconds.
    case running(seconds: Int)
    /// Ended as it was to.
    case completed
    /// Ended in another way, such as `timeout`.
    case ended(String)
  }

  /// The node.
  public let node: String
  /// How far it has come.
  public let state: State

  /// Makes a job of its parts.
  public init(node: String, state: State) {
    self.node = node
    self.state = state
  }
}

/// What can go wrong between us and a scheduler; each says what, where and the remedy.
public enum SchedulerError: Error, Equatable, CustomStringConvertible {
  /// A program of the scheduler is not installed here.
  case missing(String)
  /// It did not answer in time.
  case noAnswer(String, seconds: Int)
  /// It refused.
  case refused(String, reason: String)
  /// There is no such machine.
  case noNode(String, partition: String?)
  /// The user stopped it.
  case interrupted
  /// Jobs of this name may be in the queue though submitting them failed.
  case leftBehind(String, reason: String)
  /// It said what we do not understand.
  case garbled(String, line: String)
  /// There are fewer such machines.
  case tooFewNodes(wanted: Int, found: Int, what: String)
  /// Features that are combined in a way that we do not read.
  case constraint(String)

  /// One or two lines.
  public var description: String {
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
