import BenchmarkAnalysis

/// The rules that fired, in words, with their evidence.
struct ProfileVerdict {
  private let profile: CaseProfile
  private let palette: Palette

  init(_ profile: CaseProfile, palette: Palette) {
    self.profile = profile
    self.palette = palette
  }

  /// The first finding with all of its evidence, the others with what made them fire: one screen.
  func render() -> String {
    guard !profile.findings.isEmpty else {
      return "\n" + palette.heading("verdict: no rule fired") + "\n"
        + profile.nextSteps.map { paragraph($0, first: "  next: ") }.joined()
    }
    return profile.findings.enumerated().map { index, finding in
      "\n" + palette.heading((index == 0 ? "verdict: " : "also: ") + finding.rule.title) + "\n"
        + paragraph(finding.sentence, first: "  ")
        + finding.evidence.filter { index == 0 || !$0.demand.isEmpty }.map(line).joined()
        + (finding.missing.isEmpty
          ? ""
          : paragraph(finding.missing.joined(separator: ", "), first: "    known without: "))
    }.joined()
  }

  private func line(_ evidence: VerdictEvidence) -> String {
    let demand = evidence.demand.isEmpty ? "" : "  (rule: \(evidence.demand))"
    return paragraph(
      "\(evidence.what): \(Self.figure(evidence))\(demand)", first: "    ")
  }

  static func figure(_ evidence: VerdictEvidence) -> String {
    switch evidence.unit {
    case .nanoseconds: Figures.duration(evidence.value)
    case .perOperation: ProfileCounts.rate(evidence.value) + " an operation"
    case .share: Figures.digits(evidence.value * 100) + " %"
    case .ratio: ProfileReport.times(evidence.value)
    case .count: "\(Int(evidence.value.rounded()))"
    }
  }

  private func paragraph(_ text: String, first: String) -> String {
    Paragraph.render(text, first: first, width: ProfileReport.width)
  }
}

extension VerdictRule {
  /// The rule's name as people read it.
  var title: String {
    switch self {
    case .kernelHandOver: "kernel hand-over"
    case .convoy: "convoy"
    case .threadHandOff: "hand-off to another thread"
    case .oversubscribedSpinner: "oversubscribed spinner"
    case .spinningBurnsCPU: "spinning burns the holder's CPU"
    case .futexTraffic: "futex calls without sleep"
    case .cacheLineTransfer: "cache-line transfer bound"
    case .allocationBound: "allocation-bound"
    case .uncontendedFastPath: "uncontended fast path"
    }
  }
}
