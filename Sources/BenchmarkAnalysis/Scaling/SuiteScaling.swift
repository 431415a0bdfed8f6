public import BenchmarkModel
public import BenchmarkStatistics

/// What the cases of a suite say only together: how they scale, from where on they pay, and where they
/// change places.
public struct SuiteScaling: Equatable, Sendable {
  /// The suite's table.
  public let table: SuiteTable
  /// The parallel loops, a row a valid case, in the plan's order.
  public let loops: [LoopScaling]
  /// The fits of the universal scalability law, a row a curve.
  public let fits: [ScalabilityFinding]
  /// The sizes of an iteration from which on parallel loops pay, a row a curve.
  public let breakEvens: [BreakEven]
  /// The shares of reads at which pairs of primitives change places.
  public let crossovers: [Crossover]

  /// Whether there is nothing to say.
  public var isEmpty: Bool {
    loops.isEmpty && fits.isEmpty && breakEvens.isEmpty && crossovers.isEmpty
  }
}

/// How well one case of a parallel loop uses its CPUs.
public struct LoopScaling: Equatable, Sendable {
  /// The case.
  public let id: CaseID
  /// The CPUs it may use.
  public let width: Int
  /// The reference's cost over its own.
  public let speedup: Estimate
  /// The speed-up over the width.
  public let efficiency: Estimate?
  /// The experimentally determined serial fraction (Karp and Flatt 1990); nil at a width of 1.
  public let serialFraction: Estimate?
  /// Why there is no serial fraction, or no interval; empty where nothing is missing.
  public let reason: String
}

/// The universal scalability law fitted to cases that differ in their width alone.
public struct ScalabilityFinding: Equatable, Sendable {
  /// What the width is, and what is fitted over it.
  public enum Kind: Equatable, Sendable {
    /// The speed-up of a parallel loop over the parameter `width`.
    case speedup
    /// The operations a second over the parameter `threads`.
    case throughput
  }

  /// What is fitted over what.
  public let kind: Kind
  /// The cases' name without the parameter they differ in.
  public let id: CaseID
  /// The widths that were measured, ascending.
  public let widths: [Int]
  /// The fit; nil where it was refused.
  public let fit: ScalabilityEstimate?
  /// Why there is no fit, or no interval or peak; empty where nothing is missing.
  public let reason: String
}

/// The coefficients of the universal scalability law, with their intervals.
public struct ScalabilityEstimate: Equatable, Sendable {
  /// What one CPU does, by the curve: a speed-up, or operations a second.
  public let scale: Estimate
  /// Alpha: the share of the work that queues.
  public let contention: Estimate
  /// Beta: what each pair of CPUs costs.
  public let coherency: Estimate
  /// The width beyond which more CPUs do less; nil where the curve has no peak.
  ///
  /// An end of its interval is infinite where so many resamples have none.
  public let peakWidth: Estimate?
  /// How far the curve misses the mean at the width where it misses most, over that mean.
  public let largestMiss: Double
}

/// The smallest size of an iteration at which a parallel loop beats the serial one.
public struct BreakEven: Equatable, Sendable {
  /// What the size of an iteration is counted in.
  public enum Measure: CaseIterable, Equatable, Sendable {
    /// The time it works, in ns: the parameter `grain`.
    case grain
    /// The numbers it works on: the parameter `elements`.
    case elements
  }

  /// The cases' name without the size and what follows from it.
  public let id: CaseID
  /// The CPUs it may use.
  public let width: Int
  /// What sizes are counted in.
  public let measure: Measure
  /// The sizes that were measured, ascending.
  public let sizes: [Int]
  /// The size: minus infinity where the loop wins at the smallest already, infinity where it wins at
  /// none; and so are the ends of the interval.
  public let size: Estimate
  /// What is to be said of it, such as why there is no interval; empty for nothing.
  public let reason: String
}

/// Where two primitives cost the same.
public struct Crossover: Equatable, Sendable {
  /// The workload.
  public let workload: String
  /// What the cases share: all parameters but the share of reads.
  public let parameters: [Parameter]
  /// The pair, in the plan's order.
  public let primitives: [String]
  /// How often the pair crosses; nil where it can't be said.
  ///
  /// There is a row for each crossing, and one for none.
  public let crossings: Int?
  /// The share of reads in percent; nil where they don't cross.
  ///
  /// An end of its interval is infinite where it reaches past the shares that were measured.
  public let readShare: Estimate?
  /// The primitive that costs less at smaller shares; empty where neither does.
  public let cheaperBelow: String
  /// The primitive that costs less at larger shares.
  public let cheaperAbove: String
  /// What is to be said of it, such as why there is no interval; empty for nothing.
  public let reason: String

  /// Whether the noise of the launches leaves no doubt that they cross: its interval lies within the
  /// shares that were measured.
  public var isSure: Bool {
    readShare?.interval.map { $0.low.isFinite && $0.high.isFinite } ?? false
  }
}
