extension ClaimRule {
  /// The verdict on the evidence of each condition, and its reason, which is empty if the claim is
  /// supported or refuted.
  func verdict(on evidence: [ClaimEvidence]) -> (ClaimVerdict, reason: String) {
    switch self {
    case .all: Self.verdictOfAll(evidence)
    case .each(let parameter, _): Self.verdictOfEach(parameter, evidence)
    }
  }

  private static func verdictOfAll(
    _ evidence: [ClaimEvidence]
  ) -> (ClaimVerdict, reason: String) {
    if evidence.contains(where: { $0.finding == .outside }) { return (.refuted, "") }
    if let unknown = evidence.firstUnknown { return (.cannotTell, unknown) }
    let across = evidence.filter { $0.finding == .across }.map(\.condition.label)
    return across.isEmpty
      ? (.supported, "")
      : (.depends, "the interval reaches over the claim's bound: \(across.joined(separator: "; "))")
  }

  private static func verdictOfEach(
    _ parameter: String, _ evidence: [ClaimEvidence]
  ) -> (ClaimVerdict, reason: String) {
    func labels(_ finding: ClaimFinding) -> [String] {
      evidence.filter { $0.finding == finding }.map(\.condition.label)
    }
    let (inside, outside, across) = (labels(.inside), labels(.outside), labels(.across))
    if inside.isEmpty || outside.isEmpty, let unknown = evidence.firstUnknown {
      return (.cannotTell, unknown)
    }
    if outside.isEmpty, across.isEmpty { return (.supported, "") }
    if inside.isEmpty, across.isEmpty { return (.refuted, "") }
    let parts = [("holds", inside), ("fails", outside), ("undecided", across)]
      .filter { !$0.1.isEmpty }.map { "\($0.0) at: \($0.1.joined(separator: "; "))" }
    return (.depends, (["on \(parameter)"] + parts).joined(separator: " — "))
  }
}

extension [ClaimEvidence] {
  fileprivate var firstUnknown: String? {
    for one in self {
      if case .unknown(let reason) = one.finding { return reason }
    }
    return nil
  }
}
