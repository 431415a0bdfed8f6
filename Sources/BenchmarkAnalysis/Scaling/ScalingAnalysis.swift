import BenchmarkModel
import BenchmarkStatistics

/// Computes the results of a run that need several cases together: fits, break-even sizes and
/// crossovers.
package struct ScalingAnalysis: Sendable {
  private let summary: RunSummary
  private let resamples: Int
  private let isConcurrent: Bool

  /// Makes an analysis of a run that was summed up.
  ///
  /// - Parameters:
  ///   - resamples: The number of resamples for each interval; 0 for no intervals.
  ///   - isConcurrent: Whether suites are analysed concurrently, which changes only how long the
  ///     analysis takes.
  package init(_ summary: RunSummary, resamples: Int = 2000, isConcurrent: Bool = true) {
    self.summary = summary
    self.resamples = resamples
    self.isConcurrent = isConcurrent
  }

  /// The results of each suite that has any, in the plan's order, deterministic to the last bit.
  ///
  /// - Complexity: O(resamples × number of trials), and O(resamples × shares of reads) for every
  ///   pair of primitives.
  package func scalings() -> [SuiteScaling] {
    concurrentMap(summary.suites.count, isConcurrent: isConcurrent) {
      scaling(of: summary.suites[$0])
    }.filter { !$0.isEmpty }
  }

  private func scaling(of suite: SuiteSummary) -> SuiteScaling {
    let cases = ScaledCases(
      suite, seed: summary.document.plan.seed, resamples: resamples,
      cpus: summary.document.environment.usableCPUs.count)
    return SuiteScaling(
      table: suite.table, loops: cases.loopScalings(),
      fits: cases.widthFits() + cases.threadFits(), breakEvens: cases.breakEvens(),
      crossovers: cases.crossovers())
  }
}

/// The cases of a suite that may be compared: valid, measured in the same place as their rivals,
/// and of primitives whose checks held in all cases.
struct ScaledCases {
  let cases: [CaseSummary]
  let resamples: Int
  /// The number of CPUs that the run could use.
  let cpus: Int

  private let suite: SuiteSummary
  private let seed: UInt64
  private let byID: [CaseID: CaseSummary]

  init(_ suite: SuiteSummary, seed: UInt64, resamples: Int, cpus: Int) {
    self.suite = suite
    self.seed = seed
    self.resamples = resamples
    self.cpus = cpus
    let broken = suite.brokenPrimitives
    cases = suite.cases.filter {
      $0.status == .valid && !broken.contains(suite.promise(of: $0.id)) && !$0.isSetApart
    }
    byID = cases.keyed(by: \.id)
  }

  /// A case by its name; nil if it may not be compared.
  func summary(of id: CaseID) -> CaseSummary? { byID[id] }

  /// The case's metric whose column has this source; nil if there is none.
  func metric(_ source: MetricSource, of summary: CaseSummary) -> MetricSummary? {
    suite.table.columns.lazy.filter { $0.source == source }
      .compactMap { summary.metrics[$0.name] }.first
  }

  /// Whether threads share data in a case, by the role of its workload.
  func sharesData(_ summary: CaseSummary) -> Bool {
    suite.table.role(of: summary.id.workload) == .sharesData
  }

  /// The costs of a case's operations, by block.
  func costs(of summary: CaseSummary) -> BlockedTrials? {
    metric(.elapsedPerOperation, of: summary)?.trialsByBlock
  }

  /// The seed for a curve's resamples, different for each curve, so that the curves' resamples are
  /// independent.
  func seed(_ name: String, _ quantity: String) -> UInt64 {
    FNV1a.hash(name + quantity) ^ seed
  }

  /// The remark on a missing interval.
  static let tooFewLaunches = "no interval: it needs five launches of each case"
}

extension MetricSummary {
  /// The values of the metric's trials, by block.
  fileprivate var trialsByBlock: BlockedTrials {
    var left = samples[...]
    return BlockedTrials(byBlock.map { $0 == nil ? [] : left.popFirst() ?? [] }, level: level)
  }
}

extension CaseID {
  /// The name without some of its parameters, shared by the cases that differ in these parameters
  /// only.
  func without(_ keys: Set<String>) -> CaseID {
    CaseID(
      suite: suite, workload: workload, primitive: primitive,
      parameters: parameters.filter { !keys.contains($0.key) })
  }
}

extension [CaseSummary] {
  /// The cases in the order of a parameter.
  func sorted(byParameter key: String) -> [CaseSummary] {
    sorted { ($0.id[key] ?? 0) < ($1.id[key] ?? 0) }
  }
}
