package import BenchmarkModel

/// A fleet: the machines that one command measures, with one plan for each kind of machine.
package struct Fleet: Codable, Equatable, Sendable {
  /// The version of a fleet's JSON files.
  package static let schemaVersion = 1

  package var schemaVersion: Int
  /// The fleet's identity: a random word, which is part of the name of its jobs.
  package let id: String
  /// The time of the submission, in ns since 1970.
  package let startNanoseconds: UInt64
  /// The tool that measures on every node.
  package let tool: ToolVersion
  /// The arguments that all nodes give to their command, `run` or `gate`; those for `gate` lack
  /// alpha, the seed and the cases, which differ between nodes.
  package let arguments: [String]
  /// The kinds of machines, each with its plan.
  package let kinds: [FleetKind]
  /// The machines, in the scheduler's order.
  package let nodes: [FleetNode]
  /// The resources that each node's job requests.
  package let limits: FleetLimits
  /// The numbers that the scheduler gave to the jobs; empty until it has accepted the jobs.
  package var jobs: [String]

  /// Makes a fleet that no scheduler knows yet.
  package init(
    id: String, startNanoseconds: UInt64, tool: ToolVersion, arguments: [String],
    kinds: [FleetKind], nodes: [FleetNode], limits: FleetLimits
  ) {
    self.schemaVersion = Self.schemaVersion
    self.id = id
    self.startNanoseconds = startNanoseconds
    self.tool = tool
    self.arguments = arguments
    self.kinds = kinds
    self.nodes = nodes
    self.limits = limits
    self.jobs = []
  }

  /// The name of the fleet's jobs.
  package var jobName: String { "syncbench-\(id)" }

  /// The kind of a node.
  package func kind(of node: FleetNode) -> FleetKind { kinds[node.kind] }
}

/// The machines on which a job may use the same number of CPUs, and which therefore have one plan.
package struct FleetKind: Codable, Equatable, Sendable {
  /// The number of CPUs that a job may use.
  package let cpus: Int
  /// The plan's ``BenchmarkModel/Plan/fingerprint``; `gate` if the nodes run a gate.
  package let plan: String
  /// The number of the plan's cases that depend on no machine's layout; for a gate, of all gated
  /// cases.
  package let cases: Int
  /// The expected time of the plan, in ns.
  package let expectedNanoseconds: UInt64

  package init(cpus: Int, plan: String, cases: Int, expectedNanoseconds: UInt64) {
    self.cpus = cpus
    self.plan = plan
    self.cases = cases
    self.expectedNanoseconds = expectedNanoseconds
  }
}

/// A machine of a fleet.
package struct FleetNode: Codable, Equatable, Sendable {
  /// The scheduler's name for the node.
  package let name: String
  /// The node's kind, as an index in ``Fleet/kinds``.
  package let kind: Int

  package init(name: String, kind: Int) {
    self.name = name
    self.kind = kind
  }
}

/// The requests of a node's job to the scheduler, except the request for a whole node.
package struct FleetLimits: Codable, Equatable, Sendable {
  /// The time limit of a job's turn (from a start of the job until it ends or is queued again), in
  /// whole minutes; a job that is stopped at the limit continues in its next turn.
  package let minutes: Int
  /// The partition; nil for the site's default.
  package let partition: String?
  /// The features that the nodes must have; nil if none were asked for.
  package let constraint: String?
  /// The CPU frequency that each job step asks for, in the form of `srun --cpu-freq`; nil for none.
  package let frequency: String?

  package init(
    minutes: Int, partition: String? = nil, constraint: String? = nil, frequency: String? = nil
  ) {
    self.minutes = minutes
    self.partition = partition
    self.constraint = constraint
    self.frequency = frequency
  }

  /// The time from the scheduler's warning to the time limit, in seconds: a fifth of the limit, two
  /// minutes at most.
  package var warningSeconds: Int { min(120, minutes * 12) }
}

extension Fleet {
  /// The reason why this tool can't have written the fleet; nil for a sound fleet.
  ///
  /// The check covers the nodes' names, because they become file names and words of commands.
  var defect: String? {
    if let name = nodes.map(\.name).first(where: { !Self.isName($0) }) {
      return "it has a node named '\(name)', which can't be a file's name"
    }
    if Set(nodes.map(\.name)).count != nodes.count { return "it has a node twice" }
    if nodes.isEmpty { return "it has no node" }
    if nodes.contains(where: { !kinds.indices.contains($0.kind) }) {
      return "it has a node whose kind is not listed"
    }
    if !Self.isName(id) { return "its id is '\(id)'" }
    return limits.minutes > 0 ? nil : "its jobs have no time"
  }

  /// Whether a word can be a file's name and a command's word: letters and digits, and after the
  /// first also `-._`.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first.isNumber else { return false }
    return text.utf8.count <= 255
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
  }
}
