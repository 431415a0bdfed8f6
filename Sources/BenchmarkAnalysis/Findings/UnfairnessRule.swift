package import BenchmarkModel
package import BenchmarkStatistics

/// The primitives of which some threads get next to nothing.
package struct UnfairnessFinding: Equatable, Sendable {
  /// The figure that shows the unfairness.
  package enum Kind: CaseIterable, Equatable, Sendable {
    /// The operations of the thread that did least, divided by an even share: 1 is even, 0 starved.
    case smallestShare
    /// The part of a trial, 0 to 1, that a thread spent in a wait that lasted until the trial's
    /// end.
    case starvedShare
  }

  /// The figure that shows the unfairness.
  package let kind: Kind
  /// The primitives, each in its worst case, the worst first.
  package let primitives: [UnfairCase]
}

/// The worst case of a primitive, with the number of the primitive's unfair cases.
package struct UnfairCase: WorstCase, Equatable, Sendable {
  package let id: CaseID
  package let share: Estimate
  /// The number of unfair cases of the primitive, this one included.
  package internal(set) var cases = 1
}

/// Finds primitives of which some threads get next to nothing, by either of two signs.
///
/// - A thread did less than a tenth of an even share (``smallestShare``), and the whole interval is
///   below half of an even share (``evenlyHalved``). Threads that share a CPU by time slices reach
///   0.3 of an even share or more in a trial that lasts some slices, so time slices do not explain
///   a tenth.
/// - Even the lower end of the interval says that a thread spent more than half of a trial
///   (``starvedShare``) in a wait that lasted until the trial's end. Below a half, the thread was
///   not kept out for most of the trial.
enum UnfairnessRule {
  static let smallestShare = 0.1
  static let evenlyHalved = 0.5
  static let starvedShare = 0.5

  static func findings(in summary: RunSummary) -> [UnfairnessFinding] {
    UnfairnessFinding.Kind.allCases.compactMap { kind in
      let all = summary.suites.flatMap { cases(of: kind, in: $0) }
      let sorted = all.sorted { isWorse($0.share, $1.share, kind) }
      let primitives = sorted.grouped(by: \.id.primitive).map(UnfairCase.worst)
      return primitives.isEmpty ? nil : UnfairnessFinding(kind: kind, primitives: primitives)
    }
  }

  private static func cases(
    of kind: UnfairnessFinding.Kind, in suite: SuiteSummary
  ) -> [UnfairCase] {
    let cases = FindingCases(suite)
    return cases.valid.compactMap { summary in
      guard let share = cases.estimate(kind.source, of: summary), isUnfair(share, kind) else {
        return nil
      }
      return UnfairCase(id: summary.id, share: share)
    }
  }

  private static func isUnfair(_ share: Estimate, _ kind: UnfairnessFinding.Kind) -> Bool {
    switch kind {
    case .smallestShare:
      share.value < smallestShare && share.isSurelyBelow(evenlyHalved)
    case .starvedShare: share.isSurelyAbove(starvedShare)
    }
  }

  private static func isWorse(
    _ a: Estimate, _ b: Estimate, _ kind: UnfairnessFinding.Kind
  ) -> Bool {
    kind == .smallestShare ? a.value < b.value : a.value > b.value
  }
}

extension UnfairnessFinding.Kind {
  fileprivate var source: MetricSource {
    switch self {
    case .smallestShare: .smallestShare
    case .starvedShare: .observation("starved-share")
    }
  }
}
