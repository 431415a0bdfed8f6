import BenchmarkAnalysis
import BenchmarkDocument

/// The verdict with its evidence, and what else was found.
struct ProfileVerdict {
  private let profile: CaseProfile

  init(_ profile: CaseProfile) { self.profile = profile }

  var document: Document {
    guard !profile.findings.isEmpty else {
      return [.heading("verdict: no rule fired")]
        + Document(profile.nextSteps.map { ProfileReport.text("\($0)", label: "  next: ") })
    }
    return .spaced(profile.findings.enumerated().map { Self.part($0.element, at: $0.offset) })
  }

  /// The first is the verdict; of the others the figures that a rule demands will do.
  private static func part(_ finding: VerdictFinding, at place: Int) -> Document {
    let shown = finding.evidence.filter { place == 0 || !$0.demand.isEmpty }
    let missing = finding.missing.joined(separator: ", ")
    return [
      .heading("\(place == 0 ? "verdict: " : "also: ")\(finding.rule.title)"),
      ProfileReport.text("\(finding.sentence)", label: "  "),
    ] + Document(shown.map(line))
      + (missing.isEmpty
        ? [] : [ProfileReport.text("\(missing)", label: "    known without: ")])
  }

  private static func line(_ evidence: VerdictEvidence) -> Block {
    let demand = evidence.demand.isEmpty ? "" : "  (rule: \(evidence.demand))"
    return ProfileReport.text("\(evidence.what): \(figure(evidence))\(demand)", label: "    ")
  }

  /// A figure of the evidence in its unit.
  static func figure(_ evidence: VerdictEvidence) -> String {
    switch evidence.unit {
    case .nanoseconds: Quantity.duration.text(evidence.value)
    case .perOperation: ProfileCounts.rate(evidence.value) + " an operation"
    case .share: Quantity.share.text(evidence.value)
    case .ratio: ProfileReport.times(evidence.value)
    case .count: "\(Int(evidence.value.rounded()))"
    }
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
