package import BenchmarkModel
import BenchmarkStatistics

/// The compared cases of a suite that share a metric.
package struct ComparisonTable: Equatable, Sendable {
  package let suite: String
  package let column: MetricColumn
  /// The cases that are told apart, then the other cases, both with the largest change first.
  package let cases: [ComparedCase]

  /// The number of cases that have an interval; each such case is a separate test.
  package var tested: Int { cases.count { $0.ratio.interval != nil } }

  /// The median of the cases' ratios, which shows whether the machine changed, because such a
  /// change affects all cases.
  package var middleRatio: Double { median(cases.map(\.ratio.value)) ?? .nan }

  /// The number of cases that changed in this direction.
  package func count(_ direction: RatioDirection) -> Int {
    cases.count { $0.direction == direction }
  }
}

/// A comparison of two runs, which gives advice and no verdict.
///
/// The runs were measured one after the other, so their launches are not paired, and a change of
/// the machine between the runs is in every ratio.
package struct Comparison: Equatable, Sendable {
  /// The first run, which is the reference.
  package let a: RunDocument
  /// The run whose figures are divided by A's.
  package let b: RunDocument
  /// The places of A's CPUs on the host; nil if unknown.
  package let placesA: String?
  /// The places of B's CPUs on the host; nil if unknown.
  package let placesB: String?
  /// The differences in machine, plan and cases, which affect the ratios too.
  package let differences: [RunDifference]
  /// Cautions about the runs.
  package let cautions: [RunCaution]
  /// The compared cases, in one table for each suite and metric, in A's order.
  package let tables: [ComparisonTable]
  /// The shared cases that were not compared, in A's order.
  package let uncompared: [UncomparedCase]
  /// The cases that only A has, in A's order.
  package let removed: [CaseID]
  /// The cases that only B has, in B's order.
  package let added: [CaseID]
  /// The number of negative controls that neither run missed.
  package let controls: Int
  /// The number of cases that both runs have.
  package let shared: Int

  /// Compares two runs that were summed up.
  ///
  /// - Parameters:
  ///   - resamples: The number of resamples for each interval.
  ///   - includes: Whether a case is compared; by default, every case is.
  /// - Complexity: O(cases × resamples × trials of a case).
  package init(
    _ a: RunSummary, _ b: RunSummary, resamples: Int = 2000,
    includes: (CaseID) -> Bool = { _ in true }
  ) {
    let casesA = a.cases.filter { includes($0.id) }
    let casesB = b.cases.filter { includes($0.id) }
    let byID = casesB.keyed(by: \.id)
    let both = casesA.compactMap { own in byID[own.id].map { (a: own, b: $0) } }
    let known = Set(casesA.map(\.id))
    let pairing = CasePairing(a, b, resamples: resamples)
    let outcomes = both.map { pairing.outcome($0.a, $0.b) }
    self.a = a.document
    self.b = b.document
    placesA = a.placesText
    placesB = b.placesText
    differences = RunDifference.all(
      a.document, b.document, shared: both.map { ($0.a.planned, $0.b.planned) })
    cautions = RunCaution.all(a.document, b.document)
    tables = Self.tables(
      outcomes.compactMap { if case .compared(let found) = $0 { found } else { nil } })
    uncompared = outcomes.compactMap { if case .uncompared(let found) = $0 { found } else { nil } }
    removed = casesA.map(\.id).filter { byID[$0] == nil }
    added = casesB.map(\.id).filter { !known.contains($0) }
    controls = outcomes.count { $0 == .control }
    shared = both.count
  }

  /// One table for each suite and metric, ordered by the first of its cases in `cases`.
  private static func tables(_ cases: [ComparedCase]) -> [ComparisonTable] {
    cases.grouped { [$0.id.suite, $0.column.name] }.map { group in
      let sorted = group.sortedByChange()
      return ComparisonTable(
        suite: sorted[0].id.suite, column: sorted[0].column, cases: sorted)
    }
  }
}
