public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What `profile --format json` writes: stable keys in snake case, units in names, `null` for what is
/// absent, with the reason beside it where one is known.
public struct ProfileJSON: Codable, Equatable, Sendable {
  /// A value that is written as `null` where it is absent: a key that comes and goes breaks its readers.
  public struct OrNull<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    /// The value; nil where it is absent.
    public let value: Value?

    init(_ value: Value?) { self.value = value }

    /// Reads a value or `null`.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      value = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    /// Writes the value or `null`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let value { try container.encode(value) } else { try container.encodeNil() }
    }
  }

  /// A figure with its 95 % interval.
  public struct Figure: Codable, Equatable, Sendable {
    /// The figure, in the unit that its key names.
    public let value: Double
    /// The interval's ends.
    public let low, high: OrNull<Double>

    init(_ estimate: Estimate) {
      value = estimate.value
      low = OrNull(estimate.interval?.low)
      high = OrNull(estimate.interval?.high)
    }
  }

  /// The cost, beside those of others.
  public struct Cost: Codable, Equatable, Sendable {
    /// The metric's column.
    public let metric: String
    /// The cost, in ns.
    public let nanoseconds: Figure
    /// The fastest valid rival's case, its cost in ns, and the case's cost over it.
    public let fastestRival: OrNull<String>
    /// The rival's cost, in ns.
    public let rivalNanoseconds: OrNull<Figure>
    /// The case's cost over the rival's.
    public let timesRival: OrNull<Double>
    /// How many valid rivals were compared.
    public let comparedRivals: Int
    /// The cost without contention, in ns.
    public let uncontendedNanoseconds: OrNull<Double>

    private enum CodingKeys: String, CodingKey {
      case metric
      case nanoseconds = "ns"
      case fastestRival = "fastest_rival"
      case rivalNanoseconds = "fastest_rival_ns"
      case timesRival = "times_fastest_rival"
      case comparedRivals = "compared_rivals"
      case uncontendedNanoseconds = "uncontended_ns"
    }

    init(_ cost: ProfileCost) {
      metric = cost.column
      nanoseconds = Figure(cost.estimate)
      fastestRival = OrNull(cost.fastestRival?.id.description)
      rivalNanoseconds = OrNull(cost.fastestRival.map { Figure($0.estimate) })
      timesRival = OrNull(cost.fastestRival?.ratio)
      comparedRivals = cost.comparedRivals
      uncontendedNanoseconds = OrNull(cost.uncontended)
    }
  }

  /// Where the wall time of our threads went.
  public struct Wall: Codable, Equatable, Sendable {
    /// The parts by state, 0 to 1; nil where the time is not known.
    public let shares: OrNull<[String: Double]>
    /// Why it is not known.
    public let reason: OrNull<String>
    /// How many threads were looked at.
    public let threads: OrNull<Int>
    /// A thread's wall time, in ns.
    public let nanoseconds: OrNull<Double>
    /// The cost of an operation while it was counted, in ns.
    public let costNanoseconds: OrNull<Double>
    /// What limits the parts.
    public let notes: [String]

    private enum CodingKeys: String, CodingKey {
      case shares, reason, threads, notes
      case nanoseconds = "ns_per_thread"
      case costNanoseconds = "counted_ns_per_op"
    }

    init(_ reading: WallTimeReading) {
      var wall: WallTime?
      var reason: String?
      switch reading {
      case .measured(let measured): wall = measured
      case .unavailable(let why): reason = why
      }
      shares = OrNull(
        wall.map { wall in
          var shares: [String: Double] = [:]
          for part in wall.parts { shares[part.state.rawValue, default: 0] += part.share }
          return shares
        })
      self.reason = OrNull(reason)
      threads = OrNull(wall?.threads)
      nanoseconds = OrNull(wall?.nanoseconds)
      costNanoseconds = OrNull(wall?.costNanoseconds)
      notes = wall?.notes ?? []
    }
  }

  /// How often something happened in an operation.
  public struct Count: Codable, Equatable, Sendable {
    /// What was counted.
    public let name: String
    /// The event that counted it.
    public let event: OrNull<String>
    /// The median of the counted invocations.
    public let median: OrNull<Double>
    /// Each invocation's figure.
    public let invocations: [Double]
    /// Whether some were counted for part of the time and scaled up.
    public let isScaled: Bool
    /// For how much of the time the least counted of them was; null where none was scaled.
    public let countedShare: OrNull<Double>
    /// How far a scaled one may be off, as a share of it, with 95 % confidence.
    public let uncertainty: OrNull<Double>
    /// Why it is missing.
    public let reason: OrNull<String>

    private enum CodingKeys: String, CodingKey {
      case name, event, invocations, reason, uncertainty
      case median = "per_op"
      case isScaled = "scaled"
      case countedShare = "counted_share"
    }

    init(_ count: CountPerOperation) {
      var why: String?
      if case .missing(let reason) = count.count { why = reason }
      name = count.quantity.name
      event = OrNull(count.figures?.event)
      median = OrNull(count.figures?.median)
      invocations = count.figures?.values ?? []
      isScaled = count.figures?.isScaled ?? false
      countedShare = OrNull(count.figures?.scaling?.countedShare)
      uncertainty = OrNull(count.figures?.scaling?.uncertainty)
      reason = OrNull(why)
    }
  }

  /// A percentile of the waits.
  public struct Percentile: Codable, Equatable, Sendable {
    /// The percentile, 0 to 100.
    public let level: Double
    /// The wait, in ns.
    public let nanoseconds: Figure

    private enum CodingKeys: String, CodingKey {
      case level
      case nanoseconds = "ns"
    }
  }

  /// Waits and fairness.
  public struct Waits: Codable, Equatable, Sendable {
    /// The case that the percentiles are of.
    public let source: OrNull<String>
    /// What was timed.
    public let what: OrNull<String>
    /// The percentiles.
    public let percentiles: [Percentile]
    /// Jain's index.
    public let fairness: OrNull<Figure>
    /// The least share of a thread.
    public let smallestShare: OrNull<Figure>

    private enum CodingKeys: String, CodingKey {
      case what, percentiles, fairness
      case source = "case"
      case smallestShare = "smallest_share"
    }

    init(_ waits: WaitTimes?) {
      source = OrNull(waits?.source?.description)
      what = OrNull(waits.flatMap { $0.what.isEmpty ? nil : $0.what })
      percentiles = (waits?.percentiles ?? []).map {
        Percentile(level: $0.level, nanoseconds: Figure($0.estimate))
      }
      fairness = OrNull(waits?.fairness.map(Figure.init))
      smallestShare = OrNull(waits?.smallestShare.map(Figure.init))
    }
  }

  /// A figure that speaks for a verdict.
  public struct Evidence: Codable, Equatable, Sendable {
    /// What was measured.
    public let what: String
    /// The figure.
    public let value: Double
    /// Its unit: `ns`, `per-op`, `share`, `ratio` or `count`.
    public let unit: String
    /// What the rule asks of it.
    public let demand: OrNull<String>
  }

  /// A rule that fired.
  public struct Finding: Codable, Equatable, Sendable {
    /// The rule.
    public let rule: VerdictRule
    /// What it says.
    public let sentence: String
    /// Its place among the findings, the strongest near 1.
    public let strength: Double
    /// The figures that made it fire.
    public let evidence: [Evidence]
    /// What could not be had.
    public let missing: [String]

    init(_ finding: VerdictFinding) {
      rule = finding.rule
      sentence = finding.sentence
      strength = finding.strength
      evidence = finding.evidence.map {
        Evidence(
          what: $0.what, value: $0.value, unit: $0.unit.rawValue,
          demand: OrNull($0.demand.isEmpty ? nil : $0.demand))
      }
      missing = finding.missing
    }
  }

  /// The case's name and its parts.
  public let caseName, suite, workload, primitive: String
  /// The case's parameters.
  public let parameters: [String: Int]
  /// What the case came to.
  public let status: String
  /// Why it is not valid.
  public let reason: OrNull<String>
  /// The threads of ours.
  public let threads: Int
  /// The CPUs.
  public let cpus: [Int]
  /// Whether a system's pool does the work.
  public let runsOnPool: Bool
  /// What the primitive's author declares.
  public let traits: [String: String]
  /// The cost; nil where the case has none.
  public let cost: OrNull<Cost>
  /// Where the wall time went.
  public let wallTime: Wall
  /// Processor time of the process an operation, in ns.
  public let processorNanoseconds: OrNull<Double>
  /// What happened in an operation.
  public let counts: [Count]
  /// Waits and fairness.
  public let waits: Waits
  /// The rules that fired, the strongest first; empty where none did.
  public let verdict: [Finding]
  /// What to look at where no rule fired.
  public let nextSteps: [String]
  /// What a reader must know beside the figures.
  public let notes: [String]

  private enum CodingKeys: String, CodingKey {
    case suite, workload, primitive, parameters, status, reason, threads, cpus, traits, cost, counts
    case waits, verdict, notes
    case caseName = "case"
    case runsOnPool = "runs_on_pool"
    case wallTime = "wall_time"
    case processorNanoseconds = "cpu_ns_per_op"
    case nextSteps = "next_steps"
  }

  /// Makes the document of a case.
  public init(_ profile: CaseProfile) {
    let evidence = profile.evidence
    caseName = evidence.id.description
    suite = evidence.id.suite
    workload = evidence.id.workload
    primitive = evidence.id.primitive
    parameters = Dictionary(
      evidence.id.parameters.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    status = evidence.summary.status.rawValue
    reason = OrNull(evidence.summary.reason.isEmpty ? nil : evidence.summary.reason)
    threads = evidence.threads
    cpus = evidence.cpus
    runsOnPool = evidence.runsOnPool
    traits = Dictionary(
      evidence.traits.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    cost = OrNull(profile.cost.map(Cost.init))
    wallTime = Wall(profile.wallTime)
    processorNanoseconds = OrNull(profile.processorNanosecondsPerOperation)
    counts = profile.counts.map(Count.init)
    waits = Waits(profile.waits)
    verdict = profile.findings.map(Finding.init)
    nextSteps = profile.nextSteps
    notes = profile.notes
  }
}
