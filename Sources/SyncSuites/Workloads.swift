import BenchmarkModel
public import BenchmarkRunner
import SyncPrimitives

extension Workload {
  /// A workload of threads of ours, whose number is the parameter `threads`.
  static func shared(
    _ name: String, _ operation: String, tier: Tier = .headline, axes: [Axis],
    pace: Pace = .window, summaryLevel: Double = 0.25,
    sampling: @escaping @Sendable (Sampling) -> Sampling = { $0 }, launchLimit: Int? = nil,
    role: WorkloadRole? = nil, askedAxes: [Axis] = [], _ primitives: [MeasuredPrimitive]
  ) -> Workload {
    var workload = Workload(
      name: name, operation: operation, tier: tier, axes: axes, pace: pace,
      summaryLevel: summaryLevel,
      threads: .own(parameter: "threads"), sampling: sampling, launchLimit: launchLimit,
      role: role, primitives: primitives)
    workload.ownAskedAxes = askedAxes
    return workload
  }

  /// A workload of threads of the system's pools.
  ///
  /// By default, the summary level is the median of a launch's trials if a trial runs the workload
  /// once, and their lower quartile otherwise.
  static func ofPool(
    _ name: String, _ operation: String, tier: Tier = .headline, axes: [Axis] = [],
    pace: Pace = .once, summaryLevel: Double? = nil, width: String? = nil,
    sampling: @escaping @Sendable (Sampling) -> Sampling = { $0 }, launchLimit: Int? = 5,
    askedAxes: [Axis] = [], _ primitives: [MeasuredPrimitive]
  ) -> Workload {
    var workload = Workload(
      name: name, operation: operation, tier: tier, axes: axes, pace: pace,
      summaryLevel: summaryLevel ?? (pace == .once ? 0.5 : 0.25),
      threads: .pool(widthParameter: width), sampling: sampling, launchLimit: launchLimit,
      primitives: primitives)
    workload.ownAskedAxes = askedAxes
    return workload
  }
}

extension MeasuredPrimitive {
  /// Makes a line of a suite.
  @usableFromInline
  init(
    _ name: String, _ summary: String, _ tier: Tier = .headline, unusedAxes: Set<String> = [],
    usesPool: Bool = false, sweepsAtOnce: Bool = false, family: String? = nil,
    prepare: @escaping @Sendable (CaseContext) -> TrialProgram
  ) {
    self.init(
      name: name, summary: summary, tier: tier, unusedAxes: unusedAxes, usesPool: usesPool,
      sweepsAtOnce: sweepsAtOnce, prepare: prepare)
    self.family = family
  }

  /// A copy of the primitive, marked as a yardstick: a primitive that does not do the others' work.
  func asYardstick(_ yardstick: Yardstick) -> MeasuredPrimitive {
    var copy = self
    copy.yardstick = yardstick
    if yardstick == .floor { copy.family = PrimitiveFamily.floor.rawValue }
    return copy
  }
}

/// A maker of a suite's lines for primitives that share a program and differ in their setups.
struct VariantLines<Setup: Sendable>: Sendable {
  /// The tier of a line that names no tier.
  var tier = Tier.standard
  /// Makes the program of a primitive from its setup.
  let program: @Sendable (CaseContext, Setup) -> TrialProgram

  /// Makes a line.
  func callAsFunction(
    _ name: String, _ summary: String, _ tier: Tier? = nil, setup: Setup
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary, tier ?? self.tier) { program($0, setup) }
  }
}

extension Axis {
  /// An axis of the same values in every tier.
  init(_ key: String, _ kind: AxisKind, _ values: [Int]) {
    self.init(key, kind, headline: values, standard: values, thorough: values)
  }

  /// An axis with fewer values in the headline tier.
  init(_ key: String, _ kind: AxisKind, headline: [Int], later: [Int]) {
    self.init(key, kind, headline: headline, standard: later, thorough: later)
  }

  /// An axis with more values in the thorough tier.
  init(_ key: String, _ kind: AxisKind, _ values: [Int], thorough: [Int]) {
    self.init(key, kind, headline: values, standard: values, thorough: thorough)
  }
}

extension LatencyRecorder {
  /// The recorded latencies, as rows.
  func rows() -> [LatencyRow] { latencyRows(values()) }
}

/// Recorded values with their counts, as rows.
func latencyRows(_ values: [(nanoseconds: UInt64, count: UInt64)]) -> [LatencyRow] {
  values.map { LatencyRow(valueNanoseconds: $0.nanoseconds, count: $0.count) }
}

extension TrialConclusion {
  /// The conclusion with `nanoseconds`, but at least 1, in place of the time of the whole trial.
  func taking(nanoseconds: UInt64) -> TrialConclusion {
    var timed = self
    timed.elapsedNanoseconds = max(1, nanoseconds)
    return timed
  }
}

/// The ratio of a part to a whole, or nil if the whole is 0.
func ratio(_ part: Double, to whole: UInt64) -> Double? {
  whole > 0 ? part / Double(whole) : nil
}

/// The named values that are not nil; a nil value is left out and not taken for 0.
func present(_ values: [(name: String, value: Double?)]) -> [(name: String, value: Double)] {
  values.compactMap { entry in entry.value.map { (name: entry.name, value: $0) } }
}
