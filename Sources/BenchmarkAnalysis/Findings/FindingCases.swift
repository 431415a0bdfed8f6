import BenchmarkModel
import BenchmarkStatistics

/// The cases of a suite that findings may rest on: valid, comparable with their rivals, and of
/// primitives that kept their promises.
struct FindingCases {
  let valid: [CaseSummary]
  private let columns: [MetricColumn]

  init(_ suite: SuiteSummary) {
    let broken = suite.brokenPrimitives
    valid = suite.cases.filter {
      $0.status == .valid && !$0.isSetApart && !broken.contains(suite.promise(of: $0.id))
    }
    columns = suite.table.columns
  }

  /// A case's first finite metric that comes from `source`; nil if there is none.
  func estimate(_ source: MetricSource, of summary: CaseSummary) -> Estimate? {
    columns.lazy.filter { $0.source == source }
      .compactMap { summary.metrics[$0.name]?.estimate }.first { $0.value.isFinite }
  }

  /// The cost of an operation of a case, in ns of wall time.
  func cost(of summary: CaseSummary) -> Estimate? { estimate(.elapsedPerOperation, of: summary) }
}

/// The worst case of a primitive, with the number of the primitive's cases that have the same flaw.
protocol WorstCase {
  var cases: Int { get set }
}

extension WorstCase {
  /// The first of a primitive's cases, with their number; they must be sorted, the worst first.
  static func worst(of cases: [Self]) -> Self {
    var worst = cases[0]
    worst.cases = cases.count
    return worst
  }
}

extension Estimate {
  /// Whether the whole interval lies above the interval of `other`; false unless both have
  /// intervals.
  func isAbove(_ other: Estimate) -> Bool {
    guard let own = interval, let others = other.interval else { return false }
    return own.low > others.high
  }

  /// Whether the whole interval lies above a bound; false without an interval.
  func isSurelyAbove(_ bound: Double) -> Bool { interval.map { $0.low > bound } ?? false }

  /// Whether the whole interval lies below a bound; false without an interval.
  func isSurelyBelow(_ bound: Double) -> Bool { interval.map { $0.high < bound } ?? false }
}
