import BenchmarkAnalysis
import BenchmarkDocument

/// The verdict with its evidence, and the other findings.
struct ProfileVerdict {
  let profile: CaseProfile

  var document: Document {
    let none: Document =
      profile.verdict != nil
      ? []
      : [.heading("\(Self.noVerdict(profile))")]
        + Document(profile.nextSteps.map { ProfileReport.text("\($0)", label: "  next: ") })
    return .spaced(
      [none] + profile.findings.map { Self.part($0, isVerdict: $0 == profile.verdict) })
  }

  /// The reason why there is no verdict.
  static func noVerdict(_ profile: CaseProfile) -> String {
    let least = "\(Int(VerdictFinding.leastExplained * 100)) %"
    return profile.findings.isEmpty
      ? "verdict: no rule fired" : "verdict: no rule that fired explains \(least) of the cost"
  }

  /// A finding with its evidence; a finding that is not the verdict has only the figures for which
  /// its rule demands a bound.
  private static func part(_ finding: VerdictFinding, isVerdict: Bool) -> Document {
    let shown = finding.evidence.filter { isVerdict || !$0.demand.isEmpty }
    let missing = finding.missing.joined(separator: ", ")
    let explained = finding.explained.map {
      "explains \(Quantity.share.text($0)) of the cost"
        + (finding.seen < 1
          ? " in \(Quantity.share.text(finding.seen)) of the counted launches" : "")
    }
    return [
      .heading(
        "\(isVerdict ? "verdict: " : "also: ")\(finding.rule.title)", beside: explained ?? ""),
      ProfileReport.text("\(finding.sentence)", label: "  "),
    ] + Document(shown.map(line))
      + (missing.isEmpty
        ? [] : [ProfileReport.text("\(missing)", label: "    not known, but would tell more: ")])
  }

  private static func line(_ evidence: VerdictEvidence) -> Block {
    let demand = evidence.demand.isEmpty ? "" : "  (rule: \(evidence.demand))"
    return ProfileReport.text("\(evidence.what): \(figure(evidence))\(demand)", label: "    ")
  }

  /// A figure of the evidence in its unit.
  static func figure(_ evidence: VerdictEvidence) -> String {
    switch evidence.unit {
    case .nanoseconds: Quantity.duration.text(evidence.value)
    case .perOperation: ProfileCounts.rate(evidence.value) + " per operation"
    case .share: Quantity.share.text(evidence.value)
    case .ratio: ProfileReport.times(evidence.value)
    case .count: "\(Int(evidence.value.rounded()))"
    }
  }
}

extension VerdictRule {
  /// The rule's name for people.
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
    case .asleep: "asleep beside idle CPUs"
    case .starved: "starved thread"
    case .hogged: "hogged by one thread"
    case .uncontendedFastPath: "uncontended fast path"
    }
  }
}
