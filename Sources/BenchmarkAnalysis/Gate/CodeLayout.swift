import BenchmarkModel
import BenchmarkStatistics
import Glibc

/// The factors by which the layout of the code alone changes the costs of cases, measured by gates
/// between builds of one source that were linked in different orders.
///
/// The ratios behind the factors are in results/layout.csv (docs/background/gate-validation.md,
/// "Layout").
package enum CodeLayout {
  /// The cost in the most expensive link order divided by the cost in the cheapest, by case.
  package static let factors: [String: Double] = [
    "barrier/read-mix/concurrent-queue-barrier-async/threads=2/read-permille=900/inside=0": 1.06
  ]
}

extension GateCaseResult {
  /// The known factor by which the layout of the code changes the case's cost, if the verdict is
  /// `fail` or `improved` and the factor covers the whole change; nil otherwise.
  package func layoutFactor(in factors: [String: Double] = CodeLayout.factors) -> Double? {
    guard verdict == .fail || verdict == .improved, let ratio = ratio?.value, ratio > 0,
      let factor = factors[planned.id.description],
      log(ratio).magnitude <= log(factor)
    else { return nil }
    return factor
  }
}
