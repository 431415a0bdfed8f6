package import BenchmarkModel
package import BenchmarkStatistics

/// The results of several cases of a suite together: scaling, break-even sizes and crossovers.
package struct SuiteScaling: Equatable, Sendable {
  package let table: SuiteTable
  /// The parallel loops, one row for each valid case, in the plan's order.
  package let loops: [LoopScaling]
  /// The fits of the universal scalability law, one row for each curve.
  package let fits: [ScalabilityFinding]
  /// The sizes of an iteration from which parallel loops pay, one row for each curve.
  package let breakEvens: [BreakEven]
  /// The shares of reads at which two primitives cost the same.
  package let crossovers: [Crossover]

  /// Whether there is nothing to say.
  package var isEmpty: Bool {
    loops.isEmpty && fits.isEmpty && breakEvens.isEmpty && crossovers.isEmpty
  }
}

/// The use that one case of a parallel loop makes of its CPUs.
package struct LoopScaling: Equatable, Sendable {
  package let id: CaseID
  /// The number of CPUs that the loop may use.
  package let width: Int
  /// The cost of the serial loop, the reference, divided by the cost of this loop.
  package let speedup: Estimate
  /// The speed-up divided by the width.
  package let efficiency: Estimate?
  /// The experimentally determined serial fraction (Karp and Flatt 1990); nil at a width of 1.
  package let serialFraction: Estimate?
  /// The reason why there is no serial fraction, or no interval; empty if nothing is missing.
  package let reason: String
}

/// The universal scalability law fitted to cases that differ in their width alone.
package struct ScalabilityFinding: Equatable, Sendable {
  /// The quantity that is fitted, and the parameter that it depends on.
  package enum Kind: Equatable, Sendable {
    /// The speed-up of a parallel loop over the parameter `width`.
    case speedup
    /// The operations per second over the parameter `threads`.
    case throughput
  }

  /// The quantity that is fitted, and the parameter that it depends on.
  package let kind: Kind
  /// The name of the cases without the parameter in which they differ.
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
  /// The curve's value at a width of 1: a speed-up, or operations per second.
  package let scale: Estimate
  /// Alpha: the share of the work that queues.
  package let contention: Estimate
  /// Beta: the cost that each pair of CPUs adds.
  package let coherency: Estimate
  /// The width beyond which more CPUs do less; nil if the curve has no peak.
  ///
  /// An end of the interval is infinite if too many resamples have no peak.
  package let peakWidth: Estimate?
  /// The largest deviation of the curve from a width's mean, as a share of that mean.
  package let largestMiss: Double
}

/// The smallest size of an iteration at which a parallel loop beats the serial loop.
package struct BreakEven: Equatable, Sendable {
  /// The unit of the size of an iteration.
  package enum Measure: CaseIterable, Equatable, Sendable {
    /// The time that an iteration works, in ns: the parameter `grain`.
    case grain
    /// The number of elements that an iteration works on: the parameter `elements`.
    case elements
  }

  /// The name of the cases without the size and the parameters that follow from the size.
  package let id: CaseID
  /// The number of CPUs that the loop may use.
  package let width: Int
  /// The unit of the sizes.
  package let measure: Measure
  /// The sizes that were measured, ascending.
  package let sizes: [Int]
  /// The break-even size: minus infinity if the loop wins even at the smallest size, infinity if it
  /// wins at no size; the same holds for the ends of the interval.
  package let size: Estimate
  /// Remarks, such as the reason why there is no interval; empty for none.
  package let reason: String
}

/// The share of reads at which two primitives cost the same.
package struct Crossover: Equatable, Sendable {
  package let workload: String
  /// The parameters of both primitives' cases, without the share of reads.
  package let parameters: [Parameter]
  /// The two primitives, in the plan's order.
  package let primitives: [String]
  /// The number of crossings of the two primitives; nil if fewer than two shares of reads
  /// were measured for both.
  ///
  /// Each crossing has a row, and two primitives without a crossing have one row.
  package let crossings: Int?
  /// The measured shares of reads in percent between which the costs cross; nil if they don't.
  ///
  /// The crossing's interval lies between these shares. An end is infinite if the interval reaches
  /// past the measured shares.
  package let readShares: Interval?
  /// Whether the crossing has an interval; if not, the medians alone give its shares.
  package let hasInterval: Bool
  /// The primitive that costs less at smaller shares; empty if neither does.
  package let cheaperBelow: String
  /// The primitive that costs less at larger shares; empty if neither does.
  package let cheaperAbove: String
  /// Remarks, such as the reason why there is no interval; empty for none.
  package let reason: String

  /// Whether the costs surely cross: the interval lies within the measured shares.
  package var isSure: Bool { hasInterval && isWithin }

  /// Whether the costs may cross because of noise alone.
  package var isUnsure: Bool { hasInterval && !isWithin }

  private var isWithin: Bool {
    readShares.map { $0.low.isFinite && $0.high.isFinite } ?? false
  }
}
