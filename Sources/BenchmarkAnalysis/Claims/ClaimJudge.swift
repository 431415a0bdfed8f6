package import BenchmarkModel
import BenchmarkStatistics

/// Judges claims by the figures of a run.
package struct ClaimJudge {
  private let cases: [String: CaseSummary]
  private let endings: [String: CaseEndings]
  private let usableCPUs: Int
  private let seed: UInt64
  /// The cases that lack timed or counted launches because the run's time budget was spent.
  private var unfinished: Set<String> = []

  /// Makes a judge from a run and the run's summary.
  package init(_ run: Run, _ summary: RunSummary) {
    cases = summary.cases.keyed(by: \.id.description)
    endings = CaseEndings.byCase(of: run)
    usableCPUs = run.document.environment.usableCPUs.count
    seed = run.document.plan.seed
    guard run.document.state == .budgetSpent else { return }
    let done = Dictionary(grouping: run.records.keys, by: \.caseIndex).mapValues(\.count)
    let plan = run.document.plan
    let uncounted = Set(plan.countedSchedule().filter { run.counted[$0] == nil }.map(\.caseIndex))
    unfinished = Set(
      plan.cases.enumerated()
        .filter {
          done[$0, default: 0] < $1.launches(ofBlocks: plan.blocks) || uncounted.contains($0)
        }
        .map(\.element.id.description))
  }

  init(
    cases: [String: CaseSummary], endings: [String: CaseEndings], usableCPUs: Int, seed: UInt64
  ) {
    self.cases = cases
    self.endings = endings
    self.usableCPUs = usableCPUs
    self.seed = seed
  }

  /// The verdict on a claim, which is deterministic for a run.
  ///
  /// - Complexity: O(conditions × resamples × trials).
  package func judge(_ claim: Claim) -> ClaimResult {
    let evidence = claim.rule.conditions.map(self.evidence)
    var (verdict, reason) = claim.rule.verdict(on: evidence)
    var isKnown = verdict != .cannotTell
    if let missing = claim.requirements.lazy.compactMap(self.missing).first {
      (verdict, reason, isKnown) = (.cannotTell, missing.reason, missing.isKnown)
    }
    if !isKnown, !unfinished.isDisjoint(with: claim.cases) {
      return ClaimResult(
        claim: claim, verdict: verdict,
        reason: "the time budget was spent before all launches of its cases were made",
        evidence: evidence, wasCutOff: true)
    }
    return ClaimResult(claim: claim, verdict: verdict, reason: reason, evidence: evidence)
  }

  /// The reason why a requirement is not met, and whether this reason is certain; nil if the
  /// requirement is met.
  private func missing(_ requirement: ClaimRequirement) -> (reason: String, isKnown: Bool)? {
    switch requirement {
    case .cpus(let needed):
      return usableCPUs >= needed
        ? nil : ("it takes \(needed) CPUs, and the run could use \(usableCPUs)", true)
    case .condition(let condition, let otherwise):
      switch evidence(condition).finding {
      case .inside: return nil
      case .unknown(let reason): return (reason, false)
      case .outside, .across: return (otherwise, true)
      }
    }
  }

  func evidence(_ condition: ClaimCondition) -> ClaimEvidence {
    if case .share(let name, let wanted) = condition.figure {
      return shareEvidence(condition, name, wanted)
    }
    do throws(Missing) {
      let found = try figure(condition.figure)
      let estimate = condition.band.isExact ? found.exact : found.estimate
      return ClaimEvidence(
        condition: condition, estimate: estimate, finding: condition.band.finding(of: estimate))
    } catch {
      return ClaimEvidence(
        condition: condition, estimate: nil, finding: .unknown(reason: error.reason))
    }
  }

  // MARK: Endings

  private func shareEvidence(
    _ condition: ClaimCondition, _ name: String, _ wanted: Set<ClaimEnding>
  ) -> ClaimEvidence {
    let known = endings[name] ?? CaseEndings()
    if known.seen.isEmpty || known.silence != nil {
      let why =
        known.seen.isEmpty && known.refusals.isEmpty
        ? notMeasured(name) : "\(name): \(known.silence ?? "")"
      return ClaimEvidence(
        condition: condition, estimate: nil, finding: .unknown(reason: why), seen: known.text)
    }
    let hits = known.seen.map { wanted.contains($0.ending) ? 1.0 : 0 }
    let share = hits.reduce(0, +) / Double(hits.count)
    // Endings are observed, not estimated. A launch counts as 1 if its ending is wanted, otherwise
    // as 0, so if only some endings are wanted, the interval is 0 to 1.
    let estimate = Estimate(
      value: share, interval: Interval(low: hits.min() ?? 0, high: hits.max() ?? 0))
    return ClaimEvidence(
      condition: condition, estimate: estimate, finding: condition.band.finding(of: estimate),
      seen: "\(hits.count { $0 == 1 }) of \(hits.count) launches: \(known.text)")
  }

  // MARK: Metrics

  private struct Missing: Error {
    let reason: String
  }

  /// A figure with its interval, and the same figure with the range of its samples as the interval.
  private struct Found {
    let estimate: Estimate
    let exact: Estimate

    init(_ estimate: Estimate, samples: [[Double]] = []) {
      self.estimate = estimate
      let all = samples.flatMap { $0 }
      // An exact claim must hold in every trial: the median of many would hide the one trial that
      // breaks the claim.
      guard estimate.interval != nil, let low = all.min(), let high = all.max() else {
        exact = estimate
        return
      }
      exact = Estimate(value: estimate.value, interval: Interval(low: low, high: high))
    }
  }

  private func figure(_ figure: ClaimFigure) throws(Missing) -> Found {
    switch figure {
    case .metric(let name, let column):
      let metric = try metric(name, column)
      return Found(metric.estimate, samples: metric.samples)
    case .ratio(let name, let other, let column):
      return Found(try ratio(try metric(name, column), try metric(other, column), name + other))
    case .share(let name, _): throw Missing(reason: notMeasured(name))
    }
  }

  private func metric(_ name: String, _ column: String) throws(Missing) -> MetricSummary {
    guard let summary = cases[name], summary.status != .notMeasured else {
      throw Missing(reason: notMeasured(name))
    }
    guard summary.status == .valid else {
      throw Missing(reason: "\(name) is \(summary.status.rawValue): \(summary.reason)")
    }
    guard let metric = summary.metrics[column] else {
      throw Missing(reason: "\(name) has no \(column) here")
    }
    return metric
  }

  private func notMeasured(_ name: String) -> String { "\(name) was not measured" }

  private func ratio(
    _ a: MetricSummary, _ b: MetricSummary, _ names: String
  ) throws(Missing) -> Estimate {
    let estimate = independentRatio(
      a.samples, b.samples, level: a.level, otherLevel: b.level, seed: seed ^ FNV1a.hash(names))
    guard let estimate else { throw Missing(reason: "one of the two figures is not above zero") }
    return estimate
  }
}
