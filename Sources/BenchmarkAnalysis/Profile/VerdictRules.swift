extension VerdictRule {
  /// The rule's finding; nil if the rule does not fire.
  func finding(_ facts: VerdictFacts) -> VerdictFinding? {
    switch self {
    case .kernelHandOver: Self.kernelHandOver(facts)
    case .convoy: Self.convoy(facts)
    case .threadHandOff: Self.threadHandOff(facts)
    case .oversubscribedSpinner: Self.oversubscribedSpinner(facts)
    case .spinningBurnsCPU: Self.spinningBurnsCPU(facts)
    case .futexTraffic: Self.futexTraffic(facts)
    case .cacheLineTransfer: Self.cacheLineTransfer(facts)
    case .allocationBound: Self.allocationBound(facts)
    case .asleep: Self.asleep(facts)
    case .starved: Self.starved(facts)
    case .hogged: Self.hogged(facts)
    case .uncontendedFastPath: Self.uncontendedFastPath(facts)
    }
  }

  /// Makes a finding of the rule; nil entries of `evidence` and `missing` are left out.
  ///
  /// Findings are ordered mostly by rank. A cause of sleep has a high rank, because it also
  /// explains what threads do while awake.
  ///
  /// - Parameters:
  ///   - share: A number, 0 to 1, that orders findings of about the same rank: 0.09 times the
  ///     number is added to the rank.
  ///   - explained: The part of the cost that the finding explains, 0 to 1; nil if no figure says
  ///     how much.
  ///   - isOfTimedCost: Whether `explained` is a part of the timed cost, not of the counted cost.
  ///   - seen: The part of the counted launches that show the finding, 0 to 1.
  func found(
    _ sentence: String, rank: Double, share: Double? = nil, explained: Double? = nil,
    isOfTimedCost: Bool = false, seen: Double = 1, _ evidence: [VerdictEvidence?],
    missing: [String?] = []
  ) -> VerdictFinding {
    VerdictFinding(
      rule: self, sentence: sentence, evidence: evidence.compactMap { $0 },
      missing: missing.compactMap { $0 }, strength: rank + 0.09 * max(0, min(1, share ?? 0)),
      explained: explained.map { max(0, min(1, $0)) }, isOfTimedCost: isOfTimedCost, seen: seen)
  }
}
