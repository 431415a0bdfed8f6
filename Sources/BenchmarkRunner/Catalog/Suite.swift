public import BenchmarkModel

/// A family of cases: workloads over primitives, and the table they fill.
public struct Suite: Sendable {
  /// The name, in kebab case: the first part of its cases, and its table's file.
  public let name: String
  /// The suite's question in one line.
  public let summary: String
  /// The metrics of its table.
  public let columns: [MetricColumn]
  /// Its workloads, in the order of the catalogue.
  public var workloads: [Workload]
  /// Published benchmarks that its cases repeat.
  public var presets: [Preset]
  /// The usual choices of programmers without measurements; the first one that was measured counts.
  public let usualChoices: [String]
  /// The queue whose cost is told beside that of the best lock; nil for none.
  public let usualQueue: String?

  /// Makes a suite of its parts.
  public init(
    name: String, summary: String, columns: [MetricColumn], workloads: [Workload],
    presets: [Preset] = [], usualChoices: [String] = [], usualQueue: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.columns = columns
    self.workloads = workloads
    self.presets = presets
    self.usualChoices = usualChoices
    self.usualQueue = usualQueue
  }

  /// Whether all that it measures takes two CPUs.
  var isOfPairs: Bool {
    workloads.allSatisfy { if case .pair = $0.threads { true } else { false } }
  }

  /// Its primitives, each once, in the order of the workloads.
  ///
  /// - Complexity: O(workloads × primitives).
  package var primitiveDescriptions: [PrimitiveDescription] {
    var seen: Set<String> = []
    return workloads.flatMap(\.primitives).filter { seen.insert($0.name).inserted }.map(
      \.description)
  }
}

/// A way of using primitives, over axes of parameters.
public struct Workload: Sendable {
  /// The name, in kebab case.
  public let name: String
  /// One operation, in one line.
  public let operation: String
  /// The first tier that measures it unasked.
  public let tier: Tier
  /// The parameters, in the order of the case's name.
  public let axes: [Axis]
  /// The end of trials.
  public let pace: Pace
  /// The quantile of a launch's trials that sums it up: 0, the minimum, if one thread runs alone; 0.25 if
  /// threads contend, because a minimum can pick the moments without overlap.
  ///
  /// A case of one thread of ours is summed up by its minimum whatever the workload says.
  public let summaryLevel: Double
  /// Whose threads run.
  public let threads: ThreadPolicy
  /// The sampling of a launch, derived from the profile's.
  public let sampling: @Sendable (Sampling) -> Sampling
  /// The launches a case gets at most; nil leaves it to the profile.
  public let launchLimit: Int?
  /// The primitive that speed-up compares with, nil for none.
  public let referencePrimitive: String?
  /// The function whose instructions an operation's are, nil if several threads work: callgrind runs
  /// one at a time.
  public let kernel: String?
  /// The part that it plays in the analysis, nil for none.
  public let role: WorkloadRole?
  /// Its primitives, each with its program.
  public var primitives: [MeasuredPrimitive]

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

/// The threads of a workload, and thereby the number of CPUs that it can use at once.
public enum ThreadPolicy: Sendable {
  /// Threads of ours, as many as the parameter says, each bound to a CPU.
  case own(parameter: String)
  /// Threads of ours, as many as the parameter says; the process is bound to as many CPUs, and the kernel chooses
  /// among them.
  case free(parameter: String)
  /// One thread of ours, bound to a CPU.
  case single
  /// Two threads of ours, each bound to the CPU whose number the parameter is.
  case pair(first: String, second: String)
  /// Threads of the system's pools: the process is bound to as many CPUs as the parameter says,
  /// nil for all.
  case pool(widthParameter: String?)

  /// The parameter that says how many threads of ours there are; nil if none does.
  var threadsParameter: String? {
    switch self {
    case .own(let parameter), .free(let parameter): parameter
    case .single, .pair, .pool: nil
    }
  }

  /// The axes that a case has only on request: those of threads of ours that share memory.
  var askedAxes: [Axis] {
    switch self {
    case .own: [.placement, .memory]
    case .single: [.memory]
    case .free, .pair, .pool: []
    }
  }
}

/// A primitive in a workload, with its type erased: a call through it is made once per launch, never once per
/// operation.
public struct MeasuredPrimitive: Sendable {
  /// The name, in kebab case.
  public let name: String
  /// A one-line description.
  public let summary: String
  /// The first tier that measures it unasked.
  public let tier: Tier
  /// Its behaviour, as its author declares it; empty if nobody has declared any.
  public let traits: [Trait]
  /// The axes that it has no use for, such as the width of a serial loop.
  public let unusedAxes: Set<String>
  /// Whether threads of a system's pool do part of the work.
  ///
  /// A thread of a pool inherits the mask of its starter: bound to a CPU, it would share that CPU with its submitter.
  /// The process is bound instead, to one CPU more than its own threads.
  public let usesPool: Bool
  /// Whether it takes all of a tier's values from its first tier on, for comparisons over a whole axis; other late
  /// primitives take an earlier tier's values.
  public let sweepsAtOnce: Bool
  /// Whether its check must fail, for the given parameters.
  public let expectation: @Sendable (CaseID) -> Expectation
  /// Makes the program that a worker runs.
  public let prepare: @Sendable (CaseContext) -> TrialProgram
  /// The reference of one of its cases; nil for that of the workload.
  public var reference: (@Sendable (CaseID) -> CaseID)?
  /// Makes its promises, with the scenes that test them; nil for a primitive without a proof.
  public var proof: (@Sendable () -> PrimitiveProof)?
  /// The module that one imports to have it; nil if nobody has said.
  public var module: String?
  /// The family with which it shares a colour in charts; nil for a colour of its own.
  public var family: String?
  /// The role of a primitive that does not do the others' work; nil if it does.
  public var yardstick: Yardstick?
  /// The case that checks more of a primitive that nobody has proven yet: measured beside any other case of it.
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

  /// Its summary and traits.
  package var description: PrimitiveDescription {
    PrimitiveDescription(
      name: name, summary: summary, traits: traits, module: module, family: family,
      yardstick: yardstick)
  }
}
