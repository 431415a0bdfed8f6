package import BenchmarkModel
package import BenchmarkStatistics

/// What the cases of a suite say only together: how they scale, from where on they pay, and where they
/// change places.
package struct SuiteScaling: Equatable, Sendable {
  package let table: SuiteTable
  /// The parallel loops, a row a valid case, in the plan's order.
  package let loops: [LoopScaling]
  /// The fits of the universal scalability law, a row a curve.
  package let fits: [ScalabilityFinding]
  /// The sizes of an iteration from which on parallel loops pay, a row a curve.
  package let breakEvens: [BreakEven]
  /// The shares of reads at which pairs of primitives change places.
  package let crossovers: [Crossover]

  /// Whether there is nothing to say.
  package var isEmpty: Bool {
    loops.isEmpty && fits.isEmpty && breakEvens.isEmpty && crossovers.isEmpty
  }
}

/// How well one case of a parallel loop uses its CPUs.
package struct LoopScaling: Equatable, Sendable {
  package let id: CaseID
  /// The CPUs it may use.
  package let width: Int
  /// The reference's cost over its own.
  package let speedup: Estimate
  /// The speed-up over the width.
  package let efficiency: Estimate?
  /// The experimentally determined serial fraction (Karp and Flatt 1990); nil at a width of 1.
  package let serialFraction: Estimate?
  /// Why there is no serial fraction, or no interval; empty where nothing is missing.
  package let reason: String
}

/// The universal scalability law fitted to cases that differ in their width alone.
package struct ScalabilityFinding: Equatable, Sendable {
  /// What the width is, and what is fitted over it.
  package enum Kind: Equatable, Sendable {
    /// The speed-up of a parallel loop over the parameter `width`.
    case speedup
    /// The operations a second over the parameter `threads`.
    case throughput
  }

  /// What is fitted over what.
  package let kind: Kind
  /// The cases' name without the parameter they differ in.
  package let id: CaseID
  /// The widths that were measured, ascending.
  package let widths: [Int]
  /// The fit; nil where it was refused.
  package let fit: ScalabilityEstimate?
  /// Why there is no fit, or no interval or peak; empty where nothing is missing.
  package let reason: String
}

/// The coefficients of the universal scalability law, with their intervals.
package struct ScalabilityEstimate: Equatable, Sendable {
  /// What one CPU does, by the curve: a speed-up, or operations a second.
  package let scale: Estimate
  /// Alpha: the share of the work that queues.
  package let contention: Estimate
  /// Beta: what each pair of CPUs costs.
  package let coherency: Estimate
  /// The width beyond which more CPUs do less; nil where the curve has no peak.
  ///
  /// An end of its interval is infinite where so many resamples have none.
  package let peakWidth: Estimate?
  /// How far the curve misses the mean at the width where it misses most, over that mean.
  package let largestMiss: Double
}

/// The smallest size of an iteration at which a parallel loop beats the serial one.
package struct BreakEven: Equatable, Sendable {
  /// What the size of an iteration is counted in.
  package enum Measure: CaseIterable, Equatable, Sendable {
    /// The time it works, in ns: the parameter `grain`.
    case grain
    /// The numbers it works on: the parameter `elements`.
    case elements
  }

  /// The cases' name without the size and what follows from it.
  package let id: CaseID
  /// The CPUs it may use.
  package let width: Int
  /// What sizes are counted in.
  package let measure: Measure
  /// The sizes that were measured, ascending.
  package let sizes: [Int]
  /// The size: minus infinity where the loop wins at the smallest already, infinity where it wins at
  /// none; and so are the ends of the interval.
  package let size: Estimate
  /// What is to be said of it, such as why there is no interval; empty for nothing.
  package let reason: String
}

/// Where two primitives cost the same.
package struct Crossover: Equatable, Sendable {
  package let workload: String
  /// What the cases share: all parameters but the share of reads.
  package let parameters: [Parameter]
  /// The pair, in the plan's order.
  package let primitives: [String]
  /// How often the pair crosses; nil where it can't be said.
  ///
  /// There is a row for each crossing, and one for none.
  package let crossings: Int?
  /// The share of reads in percent; nil where they don't cross.
  ///
  /// An end of its interval is infinite where it reaches past the shares that were measured.
  package let readShare: Estimate?
  /// The primitive that costs less at smaller shares; empty where neither does.
  package let cheaperBelow: String
  /// The primitive that costs less at larger shares.
  package let cheaperAbove: String
  /// What is to be said of it, such as why there is no interval; empty for nothing.
  package let reason: String

  /// Whether the noise of the launches leaves no doubt that they cross: its interval lies within the
  /// shares that were measured.
  package var isSure: Bool {
    readShare?.interval.map { $0.low.isFinite && $0.high.isFinite } ?? false
  }
}
