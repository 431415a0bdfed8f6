import BenchmarkModel
import BenchmarkStatistics
import Glibc

/// The outcome of the comparison of a case that both runs have.
enum PairingOutcome: Equatable {
  case compared(ComparedCase)
  case uncompared(UncomparedCase)
  case control
}

/// Compares a case of one run with the same case of the other run.
struct CasePairing {
  private let seed: UInt64
  private let resamples: Int
  private let a: Side
  private let b: Side

  /// One run's suites by name, with the primitives that broke their promises.
  private struct Side {
    let name: RunSide
    let suites: [String: SuiteSummary]
    let broken: [String: Set<String>]

    init(_ name: RunSide, _ run: RunSummary) {
      self.name = name
      suites = run.suites.keyed(by: \.table.suite)
      broken = suites.mapValues(\.brokenPrimitives)
    }

    func columns(of id: CaseID) -> [MetricColumn] { suites[id.suite]?.table.columns ?? [] }

    func primary(of id: CaseID) -> MetricColumn? {
      suites[id.suite]?.primaryMetric(of: id.workload)
    }

    /// The reason not to trust the case's figure; nil if the figure can be trusted, or if the case
    /// was not measured.
    func fault(_ summary: CaseSummary) -> String? {
      switch summary.status {
      case .invalid: "invalid in \(name.rawValue): \(summary.reason)"
      case .disturbed: "disturbed in \(name.rawValue): \(summary.reason)"
      case .failed: "failed in \(name.rawValue): \(summary.reason)"
      case .notMeasured: nil
      case .valid:
        suites[summary.id.suite].map {
          broken[summary.id.suite]?.contains($0.promise(of: summary.id)) == true
        } == true
          ? "its primitive broke its promise in another case of \(name.rawValue)"
          : summary.isUncontended ? "not ranked in \(name.rawValue): \(summary.reason)" : nil
      }
    }
  }

  init(_ a: RunSummary, _ b: RunSummary, resamples: Int) {
    self.a = Side(.a, a)
    self.b = Side(.b, b)
    self.resamples = resamples
    // The seed is a hash, because the XOR of the runs' seeds would be 0 for any two runs with the
    // same seed.
    seed = FNV1a.hash("\(a.document.plan.seed) \(b.document.plan.seed)")
  }

  func outcome(_ a: CaseSummary, _ b: CaseSummary) -> PairingOutcome {
    if a.planned.isNegativeControl || b.planned.isNegativeControl { return control(a, b) }
    let faults = [self.a.fault(a), self.b.fault(b)].compactMap { $0 }
    let gaps = [(self.a, a), (self.b, b)].filter { $0.1.status == .notMeasured }
      .map { "not measured in \($0.0.name.rawValue)" }
    guard faults.isEmpty, gaps.isEmpty else {
      return refusal(
        a, b, (faults + gaps).joined(separator: "; "), isFault: !faults.isEmpty)
    }
    if let one = a.place, let other = b.place, !a.isInPlace(of: b) {
      return refusal(
        a, b, "measured in different places: \(one.text) and \(other.text)", isFault: false)
    }
    return compared(a, b)
  }

  private func control(_ a: CaseSummary, _ b: CaseSummary) -> PairingOutcome {
    let words = [a, b].map { summary in
      if !summary.planned.isNegativeControl { return "no control" }
      return summary.isCaughtControl
        ? "caught" : summary.status == .notMeasured ? "not measured" : "missed"
    }
    guard words.contains("missed") || words.contains("no control") else { return .control }
    return refusal(
      a, b, "a negative control: \(words[0]) in A, \(words[1]) in B",
      isFault: words.contains("missed"))
  }

  private func refusal(
    _ a: CaseSummary, _ b: CaseSummary, _ reason: String, isFault: Bool = false
  ) -> PairingOutcome {
    .uncompared(
      UncomparedCase(
        id: a.id, statusA: a.status, statusB: b.status, reason: reason, isFault: isFault))
  }

  private func compared(_ a: CaseSummary, _ b: CaseSummary) -> PairingOutcome {
    guard let column = self.b.primary(of: b.id), let other = self.a.primary(of: a.id) else {
      return refusal(a, b, "its workload has no metric that can be better or worse")
    }
    guard column.name == other.name, column.polarity == other.polarity,
      column.source == other.source
    else {
      return refusal(a, b, "A is judged by \(other.name), B by \(column.name)")
    }
    guard let metricA = a.metrics[column.name], let metricB = b.metrics[column.name] else {
      let missing = a.metrics[column.name] == nil ? RunSide.a : .b
      return refusal(a, b, "it has no \(column.name) in \(missing.rawValue)")
    }
    // Both figures sum up a launch's trials by B's quantile, because figures by different quantiles
    // can't be compared.
    guard let (valueA, valueB, ratio) = figures(metricA, metricB, of: a.id, column) else {
      return refusal(a, b, "a value of its \(column.name) is not above zero: there is no ratio")
    }
    return .compared(
      ComparedCase(
        id: a.id, column: column, a: valueA, b: valueB, launchesA: metricA.launches,
        launchesB: metricB.launches, place: a.place ?? b.place, ratio: ratio,
        counts: ComparedCount.counts(
          a, b, columnsA: self.a.columns(of: a.id), columnsB: self.b.columns(of: b.id)),
        notesA: a.notes + levelNote(metricA, metricB), notesB: b.notes))
  }

  /// The figures of A and B, both by B's quantile of a launch's trials, and their ratio B over A;
  /// nil if there is no ratio.
  private func figures(
    _ a: MetricSummary, _ b: MetricSummary, of id: CaseID, _ column: MetricColumn
  ) -> (a: Double, b: Double, ratio: Estimate)? {
    let level = b.level
    guard
      let ratio = independentRatio(
        b.samples, a.samples, level: level,
        seed: seed ^ FNV1a.hash(id.description + column.name), resamples: resamples),
      let valueA = median(a.samples.compactMap { quantile($0, level) }),
      let valueB = median(b.samples.compactMap { quantile($0, level) })
    else { return nil }
    return (valueA, valueB, ratio)
  }

  private func levelNote(_ a: MetricSummary, _ b: MetricSummary) -> [String] {
    guard a.level != b.level else { return [] }
    return [
      "a launch is summed up here by \(PlannedCase.words(ofLevel: b.level)), as in B; in A, by "
        + "\(PlannedCase.words(ofLevel: a.level))"
    ]
  }
}

extension [ComparedCase] {
  /// The cases that are told apart, then the other cases, both with the largest change first;
  /// halving counts as much as doubling.
  func sortedByChange() -> [ComparedCase] {
    func change(_ compared: ComparedCase) -> Double { log(compared.ratio.value).magnitude }
    return sorted { left, right in
      if left.isToldApart != right.isToldApart { return left.isToldApart }
      let changes = (change(left), change(right))
      return changes.0 != changes.1
        ? changes.0 > changes.1 : left.id.description < right.id.description
    }
  }
}
