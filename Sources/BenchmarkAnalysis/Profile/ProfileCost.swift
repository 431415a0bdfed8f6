package import BenchmarkModel
package import BenchmarkStatistics

/// The cost of a case, beside the costs of its fastest rival and of the same primitive without
/// contention.
package struct ProfileCost: Equatable, Sendable {
  /// A rival's figure.
  package struct Rival: Equatable, Sendable {
    package let id: CaseID
    /// The rival's cost, in ns.
    package let estimate: Estimate
    /// The case's cost divided by the rival's: above 1 if the rival is faster.
    package let ratio: Double
  }

  /// The column of the cost, such as `ns_per_op`.
  package let column: String
  /// The cost, in ns.
  package let estimate: Estimate
  /// The fastest valid rival; nil if there is none.
  package let fastestRival: Rival?
  /// The number of valid rivals compared.
  package let comparedRivals: Int
  /// The place of the case's CPUs on the host; nil for a case of one CPU, or if the place was not
  /// read.
  ///
  /// Rivals that were measured in another place are not compared.
  package let place: Place?
  /// The cost of the primitive without contention, in ns; nil if it was not measured.
  package let uncontended: Double?

  /// Whether the cost is per operation, and so comparable with counts per operation.
  package var isPerOperation: Bool {
    column.hasSuffix("_per_op") || column.hasSuffix("_per_iteration")
  }

  /// The columns that may hold a case's cost; the first that the case has is used.
  static let columns = [
    "ns_per_op", "ns_per_iteration", "burst_p50_ns", "inversion_p50_ns", "latency_p50_ns",
  ]

  /// The cost of a case that is valid and has one of the columns; nil otherwise.
  init?(_ evidence: ProfileEvidence) {
    guard
      let column = Self.columns.first(where: { evidence.summary.metrics[$0] != nil }),
      let metric = evidence.summary.metrics[column]
    else { return nil }
    let rivals = evidence.rivals.compactMap { rival -> Rival? in
      guard rival.id != evidence.id, rival.status == .valid, !rival.planned.isNegativeControl,
        !rival.isUncontended, rival.isInPlace(of: evidence.summary),
        let other = rival.metrics[column]?.estimate, other.value > 0
      else { return nil }
      return Rival(id: rival.id, estimate: other, ratio: metric.estimate.value / other.value)
    }
    self.column = column
    estimate = metric.estimate
    fastestRival = rivals.max { $0.ratio < $1.ratio }
    comparedRivals = rivals.count
    place = evidence.summary.place
    uncontended = evidence.uncontended.flatMap { $0.metrics[column]?.estimate.value }
  }
}
