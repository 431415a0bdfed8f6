public import BenchmarkModel

/// A family of cases: workloads over primitives, and the table of their results.
public struct Suite: Sendable {
  /// The name, in kebab case: the first part of the names of its cases and of its table's file.
  public let name: String
  /// The suite's question in one line.
  public let summary: String
  /// The metrics of the suite's table.
  public let columns: [MetricColumn]
  /// The suite's workloads, in the order of the catalogue.
  public var workloads: [Workload]
  /// The published benchmarks that the suite's cases repeat.
  public var presets: [Preset]
  /// The primitives that programmers usually choose without measuring; the first of them that a run
  /// measured is the run's usual choice.
  public let usualChoices: [String]
  /// The queue whose cost is reported beside the cost of the best lock; nil for none.
  public let usualQueue: String?
  /// The users' questions that the suite's cases answer.
  public let questions: [SuiteQuestion]

  /// Makes a suite of its parts.
  public init(
    name: String, summary: String, columns: [MetricColumn], workloads: [Workload],
    presets: [Preset] = [], usualChoices: [String] = [], usualQueue: String? = nil,
    questions: [SuiteQuestion] = []
  ) {
    self.name = name
    self.summary = summary
    self.columns = columns
    self.workloads = workloads
    self.presets = presets
    self.usualChoices = usualChoices
    self.usualQueue = usualQueue
    self.questions = questions
  }

  /// Whether all of the suite's workloads are for pairs of CPUs.
  var isOfPairs: Bool {
    workloads.allSatisfy { if case .pair = $0.threads { true } else { false } }
  }

  /// The suite's primitives, each once, in the order of the workloads.
  ///
  /// - Complexity: O(workloads × primitives).
  package var primitiveDescriptions: [PrimitiveDescription] {
    var seen: Set<String> = []
    return workloads.flatMap(\.primitives).filter { seen.insert($0.name).inserted }.map(
      \.description)
  }
}

/// A way of using primitives, with axes of parameters.
public struct Workload: Sendable {
  /// The name, in kebab case.
  public let name: String
  /// The description of one operation, in one line.
  public let operation: String
  /// The smallest tier that measures the workload by default.
  public let tier: Tier
  /// The parameters, in the order of the case's name.
  public let axes: [Axis]
  /// The way in which trials end.
  public let pace: Pace
  /// The quantile of a launch's trials that sums up the launch: usually 0, the minimum, if one
  /// thread runs alone, and 0.25 if threads contend, because a minimum can pick the moments without
  /// overlap.
  ///
  /// If the number of threads is a parameter, a case with one thread is always summed up by its
  /// minimum.
  public let summaryLevel: Double
  /// The threads of the workload: ours or a pool's.
  public let threads: ThreadPolicy
  /// The sampling of a launch, derived from the profile's.
  public let sampling: @Sendable (Sampling) -> Sampling
  /// The largest number of launches of a case; nil for the profile's number.
  public let launchLimit: Int?
  /// The primitive to whose cost a speed-up is relative; nil for none.
  public let referencePrimitive: String?
  /// The function whose instructions are counted as the operations' instructions; nil if several
  /// threads work, because callgrind runs one thread at a time.
  public let kernel: String?
  /// The workload's role in the analysis; nil for none.
  public let role: WorkloadRole?
  /// The primitives, each with its program.
  public var primitives: [MeasuredPrimitive]
  /// The workload's own parameters that a case has only on request; they precede the parameters
  /// `placement` and `memory` in a case's name.
  package var ownAskedAxes: [Axis] = []

  /// The axes that a case has only on request.
  var askedAxes: [Axis] { ownAskedAxes + threads.askedAxes }

  /// Whether `key` is a parameter of the workload's own that a case has only on request.
  func asksFor(_ key: String) -> Bool { ownAskedAxes.contains { $0.key == key } }

  /// Makes a workload of its parts.
  public init(
    name: String, operation: String, tier: Tier = .headline, axes: [Axis], pace: Pace,
    summaryLevel: Double, threads: ThreadPolicy,
    sampling: @escaping @Sendable (Sampling) -> Sampling = { $0 },
    launchLimit: Int? = nil, referencePrimitive: String? = nil,
    kernel: String? = nil, role: WorkloadRole? = nil, primitives: [MeasuredPrimitive]
  ) {
    self.name = name
    self.operation = operation
    self.tier = tier
    self.axes = axes
    self.pace = pace
    self.summaryLevel = summaryLevel
    self.threads = threads
    self.sampling = sampling
    self.launchLimit = launchLimit
    self.referencePrimitive = referencePrimitive
    self.kernel = kernel
    self.role = role
    self.primitives = primitives
  }
}

/// The threads of a workload, which set the number of CPUs that it can use at the same time.
public enum ThreadPolicy: Sendable {
  /// Threads of ours, as many as the parameter says, each bound to a CPU.
  case own(parameter: String)
  /// Threads of ours, as many as the parameter says; the process is bound to that number of CPUs,
  /// and the kernel chooses among these CPUs.
  case free(parameter: String)
  /// One thread of ours, bound to a CPU.
  case single
  /// Two threads of ours, each bound to the CPU that its parameter names.
  case pair(first: String, second: String)
  /// Threads of the system's pools, in a process bound to as many CPUs as the parameter says; nil
  /// for all CPUs.
  case pool(widthParameter: String?)

  /// The parameter with the number of threads of ours; nil if there is no such parameter.
  var threadsParameter: String? {
    switch self {
    case .own(let parameter), .free(let parameter): parameter
    case .single, .pair, .pool: nil
    }
  }

  /// The axes that a case has only on request: `placement` and `memory`, `memory` alone, or none.
  var askedAxes: [Axis] {
    switch self {
    case .own: [.placement, .memory]
    case .single: [.memory]
    case .free, .pair, .pool: []
    }
  }
}

/// A primitive in a workload, with its type erased.
///
/// ``prepare``, which hides the type, is called once per launch, never once per operation.
public struct MeasuredPrimitive: Sendable {
  /// The name, in kebab case.
  public let name: String
  /// A one-line description.
  public package(set) var summary: String
  /// The smallest tier that measures the primitive by default.
  public package(set) var tier: Tier
  /// The primitive's behaviour, as its author declares it; empty if undeclared.
  public let traits: [Trait]
  /// The axes that the primitive does not use, such as the width of a serial loop.
  public let unusedAxes: Set<String>
  /// Whether threads of a system's pool do part of the work.
  ///
  /// A thread of a pool inherits the CPU mask of the thread that starts it. If the starting thread
  /// were bound to a CPU, both threads would share that CPU. Instead, the process is bound to one
  /// CPU more than it has threads of ours.
  public let usesPool: Bool
  /// Whether every tier that measures the primitive measures it at the values of a headline
  /// primitive, for comparisons over a whole axis.
  ///
  /// If not, a primitive whose tier is above ``Tier/headline`` takes the values of a lower tier.
  public let sweepsAtOnce: Bool
  /// The expected result of the check of a case.
  public let expectation: @Sendable (CaseID) -> Expectation
  /// Makes the program that a worker runs.
  public let prepare: @Sendable (CaseContext) -> TrialProgram
  /// Whether each trial ends with a check; without one, a valid case says nothing about failures.
  public package(set) var isChecked = true
  /// The reference of a case of the primitive; nil for the workload's reference.
  public var reference: (@Sendable (CaseID) -> CaseID)?
  /// Makes the primitive's promises, with the scenes that test them; nil for a primitive without a
  /// proof.
  public var proof: (@Sendable () -> PrimitiveProof)?
  /// The module that a program imports to use the primitive; nil if unknown.
  public var module: String?
  /// The family with which the primitive shares a colour in charts; nil for a colour of its own.
  public var family: String?
  /// The role of a primitive that does not do the work of the other primitives, a floor or a
  /// control; nil for a primitive that does that work.
  public var yardstick: Yardstick?
  /// The case that checks an unproven primitive further, measured whenever another case of the
  /// primitive is measured.
  public var companion: CaseID?

  /// Makes a primitive of its parts.
  public init(
    name: String, summary: String, tier: Tier = .headline, traits: [Trait] = [],
    unusedAxes: Set<String> = [], usesPool: Bool = false, sweepsAtOnce: Bool = false,
    expectation: @escaping @Sendable (CaseID) -> Expectation = { _ in .valid },
    prepare: @escaping @Sendable (CaseContext) -> TrialProgram
  ) {
    self.name = name
    self.summary = summary
    self.tier = tier
    self.traits = traits
    self.unusedAxes = unusedAxes
    self.usesPool = usesPool
    self.sweepsAtOnce = sweepsAtOnce
    self.expectation = expectation
    self.prepare = prepare
  }

  /// The primitive's summary and traits.
  package var description: PrimitiveDescription {
    PrimitiveDescription(
      name: name, summary: summary, traits: traits, module: module, family: family,
      yardstick: yardstick)
  }
}
