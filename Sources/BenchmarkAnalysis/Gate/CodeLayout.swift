import BenchmarkModel
import BenchmarkStatistics
import Glibc

/// The factors by which the layout of the code alone moves cases: the same source, linked in other orders, gated
/// against itself.
///
/// `make layout` measures it and writes the table (docs/background/gate-validation.md, "Layout").
package enum CodeLayout {
  /// The dearest order over the cheapest one, by case.
  package static let factors: [String: Double] = [
    "barrier/read-mix/concurrent-queue-barrier-async/threads=2/read-permille=900/inside=0": 1.06
  ]
}

extension GateCaseResult {
  /// The known factor by which the layout of the code moves the case, if that is as much as it changed; nil for
  /// a case that passed, and if too little or nothing is known.
  package func layoutFactor(in factors: [String: Double] = CodeLayout.factors) -> Double? {
    guard verdict == .fail || verdict == .improved, let ratio = ratio?.value, ratio > 0,
      let factor = factors[planned.id.description],
      log(ratio).magnitude <= log(factor)
    else { return nil }
    return factor
  }
}
