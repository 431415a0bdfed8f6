public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What `profile --format json` writes: stable keys in snake case, units in names, `null` for what is
/// absent, with the reason beside it where one is known.
public struct ProfileJSON: Codable, Equatable, Sendable {
  /// A figure with its 95 % interval.
  struct Figure: Codable, Equatable, Sendable {
    /// The figure, in the unit that its key names.
    let value: Double
    /// The interval's ends.
    @OrNull var low: Double?
    @OrNull var high: Double?

    init(_ estimate: Estimate) {
      value = estimate.value
      low = estimate.interval?.low
      high = estimate.interval?.high
    }
  }

  /// The cost, beside those of others.
  struct Cost: Codable, Equatable, Sendable {
    /// The metric's column.
    let metric: String
    /// The cost, in ns.
    let ns: Figure
    /// The fastest valid rival's case, its cost in ns, and the case's cost over it.
    @OrNull var fastestRival: String?
    /// The rival's cost, in ns.
    @OrNull var fastestRivalNs: Figure?
    /// The case's cost over the rival's.
    @OrNull var timesFastestRival: Double?
    /// How many valid rivals were compared.
    let comparedRivals: Int
    /// In which place of the host they all were; null for a case of one CPU.
    @OrNull var place: String?
    /// The cost without contention, in ns.
    @OrNull var uncontendedNs: Double?

    init(_ cost: ProfileCost) {
      metric = cost.column
      ns = Figure(cost.estimate)
      fastestRival = cost.fastestRival?.id.description
      fastestRivalNs = cost.fastestRival.map { Figure($0.estimate) }
      timesFastestRival = cost.fastestRival?.ratio
      comparedRivals = cost.comparedRivals
      place = cost.place?.text
      uncontendedNs = cost.uncontended
    }
  }

  /// Where the wall time of our threads went.
  struct Wall: Codable, Equatable, Sendable {
    /// The parts by state, 0 to 1; nil where the time is not known.
    @OrNull var shares: [String: Double]?
    /// Why it is not known.
    @OrNull var reason: String?
    /// How many threads were looked at.
    @OrNull var threads: Int?
    /// A thread's wall time, in ns.
    @OrNull var nsPerThread: Double?
    /// The cost of an operation while it was counted, in ns.
    @OrNull var countedNsPerOp: Double?
    /// What limits the parts.
    let notes: [String]

    init(_ reading: WallTimeReading) {
      var wall: WallTime?
      var reason: String?
      switch reading {
      case .measured(let measured): wall = measured
      case .unavailable(let why): reason = why
      }
      shares = wall.map { wall in
        var shares: [String: Double] = [:]
        for part in wall.parts { shares[part.state.rawValue, default: 0] += part.share }
        return shares
      }
      self.reason = reason
      threads = wall?.threads
      nsPerThread = wall?.nanoseconds
      countedNsPerOp = wall?.costNanoseconds
      notes = wall?.notes ?? []
    }
  }

  /// How often something happened in an operation.
  struct Count: Codable, Equatable, Sendable {
    /// What was counted.
    let name: String
    /// The event that counted it.
    @OrNull var event: String?
    /// The median of the counted invocations.
    @OrNull var perOp: Double?
    /// Each invocation's figure.
    let invocations: [Double]
    /// Whether some were counted for part of the time and scaled up.
    let scaled: Bool
    /// For how much of the time the least counted of them was; null where none was scaled.
    @OrNull var countedShare: Double?
    /// How far a scaled one may be off, as a share of it, with 95 % confidence.
    @OrNull var uncertainty: Double?
    /// Why it is missing.
    @OrNull var reason: String?

    init(_ count: CountPerOperation) {
      var why: String?
      if case .missing(let reason) = count.count { why = reason }
      name = count.quantity.name
      event = count.figures?.event
      perOp = count.figures?.median
      invocations = count.figures?.values ?? []
      scaled = count.figures?.isScaled ?? false
      countedShare = count.figures?.scaling?.countedShare
      uncertainty = count.figures?.scaling?.uncertainty
      reason = why
    }
  }

  /// A percentile of the waits.
  struct Percentile: Codable, Equatable, Sendable {
    /// The percentile, 0 to 100.
    let level: Double
    /// The wait, in ns.
    let ns: Figure
  }

  /// Waits and fairness.
  struct Waits: Codable, Equatable, Sendable {
    /// The case that the percentiles are of.
    @OrNull var `case`: String?
    /// What was timed.
    @OrNull var what: String?
    /// The percentiles.
    let percentiles: [Percentile]
    /// Jain's index.
    @OrNull var fairness: Figure?
    /// The least share of a thread.
    @OrNull var smallestShare: Figure?

    init(_ waits: WaitTimes?) {
      `case` = waits?.source?.description
      what = waits.flatMap { $0.what.isEmpty ? nil : $0.what }
      percentiles = (waits?.percentiles ?? []).map {
        Percentile(level: $0.level, ns: Figure($0.estimate))
      }
      fairness = waits?.fairness.map(Figure.init)
      smallestShare = waits?.smallestShare.map(Figure.init)
    }
  }

  /// A figure that speaks for a verdict.
  struct Evidence: Codable, Equatable, Sendable {
    /// What was measured.
    let what: String
    /// The figure.
    let value: Double
    /// Its unit: `ns`, `per-op`, `share`, `ratio` or `count`.
    let unit: String
    /// What the rule asks of it.
    @OrNull var demand: String?
  }

  /// A rule that fired.
  struct Finding: Codable, Equatable, Sendable {
    /// The rule.
    let rule: VerdictRule
    /// What it says.
    let sentence: String
    /// Its place among the findings, the strongest near 1.
    let strength: Double
    /// The part of the cost that it explains, 0 to 1, in the invocations that it was seen in.
    @OrNull var explained: Double?
    /// The part of the counted invocations that it was seen in, 0 to 1.
    let seen: Double
    /// The figures that made it fire.
    let evidence: [Evidence]
    /// What could not be had.
    let missing: [String]

    init(_ finding: VerdictFinding) {
      rule = finding.rule
      sentence = finding.sentence
      strength = finding.strength
      explained = finding.explained
      seen = finding.seen
      evidence = finding.evidence.map {
        Evidence(
          what: $0.what, value: $0.value, unit: $0.unit.rawValue,
          demand: $0.demand.isEmpty ? nil : $0.demand)
      }
      missing = finding.missing
    }
  }

  /// The case's name and its parts.
  let `case`, suite, workload, primitive: String
  /// The case's parameters.
  let parameters: [String: Int]
  /// What the case came to.
  let status: String
  /// Why it is not valid.
  @OrNull var reason: String?
  /// The threads of ours.
  let threads: Int
  /// The CPUs.
  let cpus: [Int]
  /// Whether a system's pool does the work.
  let runsOnPool: Bool
  /// What the primitive's author declares.
  let traits: [String: String]
  /// The cost; nil where the case has none.
  @OrNull var cost: Cost?
  /// Where the wall time went.
  let wallTime: Wall
  /// Processor time of the process an operation, in ns.
  @OrNull var cpuNsPerOp: Double?
  /// What happened in an operation.
  let counts: [Count]
  /// Waits and fairness.
  let waits: Waits
  /// The rules that fired, the strongest first, and behind those that are fit to be the verdict the others.
  let verdict: [Finding]
  /// What to look at where there is no verdict.
  let nextSteps: [String]
  /// What a reader must know beside the figures.
  let notes: [String]

  /// Makes the document of a case.
  public init(_ profile: CaseProfile) {
    let evidence = profile.evidence
    `case` = evidence.id.description
    suite = evidence.id.suite
    workload = evidence.id.workload
    primitive = evidence.id.primitive
    parameters = evidence.id.parameterValues
    status = evidence.summary.status.rawValue
    reason = evidence.summary.reason.isEmpty ? nil : evidence.summary.reason
    threads = evidence.threads
    cpus = evidence.cpus
    runsOnPool = evidence.runsOnPool
    traits = Dictionary(
      evidence.traits.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    cost = profile.cost.map(Cost.init)
    wallTime = Wall(profile.wallTime)
    cpuNsPerOp = profile.processorNanosecondsPerOperation
    counts = profile.counts.map(Count.init)
    waits = Waits(profile.waits)
    verdict = profile.findings.map(Finding.init)
    nextSteps = profile.nextSteps
    notes = profile.notes
  }
}
