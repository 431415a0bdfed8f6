package import BenchmarkModel
package import BenchmarkStatistics

/// The results of several cases of a suite together: scaling, break-even sizes and crossovers.
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

/// The use that one case of a parallel loop makes of its CPUs.
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
  /// The reason why there is no serial fraction, or no interval; empty if nothing is missing.
  package let reason: String
}

/// The universal scalability law fitted to cases that differ in their width alone.
package struct ScalabilityFinding: Equatable, Sendable {
  /// The quantity that is fitted, and the width that it is fitted over.
  package enum Kind: Equatable, Sendable {
    /// The speed-up of a parallel loop over the parameter `width`.
    case speedup
    /// The operations a second over the parameter `threads`.
    case throughput
  }

  /// The quantity that is fitted, and the width that it is fitted over.
  package let kind: Kind
  /// The cases' name without the parameter they differ in.
  package let id: CaseID
  /// The widths that were measured, ascending.
  package let widths: [Int]
  /// The fit; nil if it was refused.
  package let fit: ScalabilityEstimate?
  /// The reason why there is no fit, or no interval or peak; empty if nothing is missing.
  package let reason: String
}

/// The coefficients of the universal scalability law, with their intervals.
package struct ScalabilityEstimate: Equatable, Sendable {
  /// The throughput of one CPU, by the curve: a speed-up, or operations a second.
  package let scale: Estimate
  /// Alpha: the share of the work that queues.
  package let contention: Estimate
  /// Beta: what each pair of CPUs costs.
  package let coherency: Estimate
  /// The width beyond which more CPUs do less; nil if the curve has no peak.
  ///
  /// An end of its interval is infinite if so many resamples have none.
  package let peakWidth: Estimate?
  /// The largest deviation of the curve from a width's mean, over that mean.
  package let largestMiss: Double
}

/// The smallest size of an iteration at which a parallel loop beats the serial one.
package struct BreakEven: Equatable, Sendable {
  /// The unit of the size of an iteration.
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
  /// The unit of the sizes.
  package let measure: Measure
  /// The sizes that were measured, ascending.
  package let sizes: [Int]
  /// The size: minus infinity if the loop wins at the smallest already, infinity if it wins at
  /// none; and so are the ends of the interval.
  package let size: Estimate
  /// Remarks, such as the reason why there is no interval; empty for none.
  package let reason: String
}

/// The share of reads at which two primitives cost the same.
package struct Crossover: Equatable, Sendable {
  package let workload: String
  /// The parameters that both cases share: all but the share of reads.
  package let parameters: [Parameter]
  /// The pair, in the plan's order.
  package let primitives: [String]
  /// The number of crossings of the pair; nil if it can't be told.
  ///
  /// There is a row for each crossing, and one for none.
  package let crossings: Int?
  /// The share of reads in percent; nil if they don't cross.
  ///
  /// An end of its interval is infinite if it reaches past the shares that were measured.
  package let readShare: Estimate?
  /// The primitive that costs less at smaller shares; empty if neither does.
  package let cheaperBelow: String
  /// The primitive that costs less at larger shares.
  package let cheaperAbove: String
  /// Remarks, such as the reason why there is no interval; empty for none.
  package let reason: String

  /// Whether the noise of the launches leaves no doubt that they cross: its interval lies within the
  /// shares that were measured.
  package var isSure: Bool {
    readShare?.interval.map { $0.low.isFinite && $0.high.isFinite } ?? false
  }
}
