/// The better direction of a metric.
public enum Polarity: String, Codable, Sendable {
  /// A cost: nanoseconds, switches.
  case lowerIsBetter = "lower-is-better"
  /// A benefit: operations a second, speed-up.
  case higherIsBetter = "higher-is-better"
  /// Neither: a thread's nice value (its priority), a share.
  case neutral
}

/// The source of a metric's values in the raw tables.
///
/// A reference case is the case that a primitive or a workload names for comparison, such as a
/// serial loop.
public enum MetricSource: Codable, Equatable, Sendable {
  /// A trial's wall time divided by the operations of all threads, in ns.
  case elapsedPerOperation
  /// A trial's wall time, in ms.
  case elapsedMilliseconds
  /// The inverse of ``elapsedPerOperation``, in operations a second.
  case operationsPerSecond
  /// User and system time of the process, divided by the trial's operations, in ns.
  case processorTimePerOperation
  /// Voluntary and involuntary context switches of the process, divided by the launch's operations.
  case switchesPerOperation
  /// Jain's index of the threads' operations in a launch: 1 is even, and the lowest value is 1
  /// divided by the number of threads.
  case fairness
  /// The fewest operations of a thread in a launch, divided by the mean of all threads: 1 is even,
  /// 0 is starvation.
  case smallestShare
  /// The standard deviation of the threads' operations in a launch, divided by their mean: 0 is
  /// even.
  case shareDeviation
  /// ``elapsedPerOperation`` times the case's width, less the work that the case asks for inside
  /// and outside the section, in ns; at least 0.
  case timeBeyondWork
  /// The trial's value of the named observation, unchanged.
  case observation(String)
  /// The trial's value of the named observation, divided by the trial's wall time in s.
  case observationPerSecond(String)
  /// A percentile, 0 to 100, of the launch's recorded latencies, in ns.
  case latency(percentile: Double)
  /// The count of an event in the whole process, in the event's unit, divided by the operations.
  case counted(event: String)
  /// The undivided value of a counted event that is no sum, such as a frequency.
  case countedValue(event: String)
  /// A figure of the two regimes, fast and slow, that a case's windows fall into, if there are two.
  case regime(RegimeFigure)
  /// The cost of the reference case divided by this case's cost, block by block.
  case speedup
  /// ``speedup`` divided by the case's width.
  case efficiency
  /// The cost of an operation times the case's width, less the cost of the reference case, in ns.
  case overheadPerOperation
  /// The reference case's cost, in ns.
  case referenceCost
  /// The cost of an operation, less that of the reference case, in ns of wall time.
  case costBeyondReference
  /// This case's cost divided by the cost of the reference case.
  case costOverReference
}

/// A figure of a case whose windows fall into two regimes.
public enum RegimeFigure: String, Codable, CaseIterable, Sendable {
  /// The cost of an operation in the faster regime, in ns.
  case fast = "fast_ns_per_op"
  /// The cost of an operation in the slower regime, in ns.
  case slow = "slow_ns_per_op"
  /// The share of the windows' time that the slower regime takes, 0 to 1.
  case slowShare = "slow_time_share"
}

/// One metric of a suite's table: name with unit, direction and source.
public struct MetricColumn: Codable, Equatable, Sendable {
  /// The column's name, with the unit in it, such as `ns_per_op`.
  public let name: String
  /// The better direction.
  public let polarity: Polarity
  /// The source of the values.
  public let source: MetricSource
  /// The workloads that have the column; empty means all.
  public let workloads: [String]
  /// Whether a ranking by another metric shows the column too; nil, as in older runs, means no.
  private var besideRanking: Bool?

  /// Makes a column; `workloads` limits the column to some of the suite's workloads.
  public init(
    _ name: String, _ polarity: Polarity, _ source: MetricSource, workloads: [String] = []
  ) {
    self.name = name
    self.polarity = polarity
    self.source = source
    self.workloads = workloads
  }

  /// Whether a ranking by another metric shows the column too, because the cost alone does not
  /// describe the workload.
  public var isBesideRanking: Bool { besideRanking ?? false }

  /// Returns the same column, but shown also beside a ranking by another metric.
  public func besideTheRanking() -> MetricColumn {
    var column = self
    column.besideRanking = true
    return column
  }

  /// Whether the column's values come from a counting pass.
  public var isCounted: Bool {
    if case .countedValue = source { true } else { isCountedPerOperation }
  }

  /// Whether the column's values are counts per operation.
  public var isCountedPerOperation: Bool { if case .counted = source { true } else { false } }
}
