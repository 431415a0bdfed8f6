package import BenchmarkModel
package import BenchmarkStatistics

/// A side of a comparison of two runs.
package enum RunSide: String, CaseIterable, Codable, Sendable {
  /// The first run, which is the reference.
  case a = "A"
  /// The second run, whose figures are divided by those of the first.
  case b = "B"
}

/// The direction of a case's change from A to B, by its metric's polarity.
package enum RatioDirection: String, Codable, Sendable {
  /// B is worse: the whole interval lies on the worse side of 1.
  case worse
  /// B is better: the whole interval lies on the better side of 1.
  case better
  /// The interval contains 1.
  case notToldApart = "not-told-apart"
  /// There is no interval, so nothing can be said.
  case noInterval = "no-interval"
}

/// A case that is valid in both runs, with its primary metric in each and the ratio of B to A.
package struct ComparedCase: Equatable, Sendable {
  package let id: CaseID
  /// The metric by which cases of the workload are ranked.
  package let column: MetricColumn
  /// The metric's value in A, in the metric's unit.
  package let a: Double
  /// The metric's value in B, in the metric's unit.
  package let b: Double
  /// The number of launches that gave A's value.
  package let launchesA: Int
  /// The number of launches that gave B's value.
  package let launchesB: Int
  /// The place of the CPUs on the host for both figures; nil for a case of one CPU, or if no place
  /// was read.
  package var place: Place? = nil
  /// The ratio of B to A, with a 95 % interval if each side has five launches or more.
  package let ratio: Estimate
  /// The quantities that were counted in both runs: first those of ``CountedQuantity/shown``, in
  /// that order, then all others.
  package let counts: [ComparedCount]
  /// Notes for the reader beside A's figure.
  package let notesA: [String]
  /// Notes for the reader beside B's figure.
  package let notesB: [String]

  /// The direction of the case's change.
  package var direction: RatioDirection {
    guard let interval = ratio.interval else { return .noInterval }
    if interval.contains(1) { return .notToldApart }
    let isMore = ratio.value > 1
    return isMore == (column.polarity == .higherIsBetter) ? .better : .worse
  }

  /// Whether the interval tells the runs apart.
  package var isToldApart: Bool { direction == .better || direction == .worse }

  /// The counts that differ and are higher in the worse run.
  package var likelyCauses: [ComparedCount] {
    guard isToldApart else { return [] }
    return counts.filter { $0.differs && ($0.b > $0.a) == (direction == .worse) }
  }

  /// The counts that differ and are no likely cause.
  package var otherDifferences: [ComparedCount] {
    let causes = likelyCauses
    return counts.filter { $0.differs && !causes.contains($0) }
  }
}

/// A case of both runs that was not compared.
package struct UncomparedCase: Equatable, Sendable {
  package let id: CaseID
  /// The case's status in A.
  package let statusA: CaseStatus
  /// The case's status in B.
  package let statusB: CaseStatus
  /// The reason why there is no ratio.
  package let reason: String
  /// Whether either run is at fault: the case failed, a check of its primitive failed, its launches
  /// were disturbed, its threads did not contend, or it is a negative control that was missed.
  package let isFault: Bool
}
