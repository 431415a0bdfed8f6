package import BenchmarkModel
package import BenchmarkStatistics

/// Figures that are far off what was predicted for them.
package struct PredictionFinding: Equatable, Sendable {
  /// The figures, the one that is furthest off first.
  package let figures: [MissedPrediction]
}

/// A figure and its prediction.
package struct MissedPrediction: Equatable, Sendable {
  package let id: CaseID
  /// The figure's column, such as `share_utility`.
  package let column: MetricColumn
  package let measured: Estimate
  /// The prediction, in the same unit.
  package let predicted: Double

  /// The error relative to the prediction: 0.15 is 15 % too much.
  package var error: Double { measured.value / predicted - 1 }
}

/// Finds figures that are far off what the kernel's own rules predict for them, such as a class's CPU time.
///
/// A column `predicted_NAME` predicts the column `NAME`. A figure is far off if it misses by more than
/// 15 % of the prediction (``furthest``), which time slices and a guest's neighbours can do to a window of
/// some hundred ms, and its interval does not hold the prediction. Without an interval nothing is said.
enum PredictionRule {
  static let furthest = 0.15
  private static let prefix = "predicted_"

  static func findings(in summary: RunSummary) -> [PredictionFinding] {
    let figures = summary.suites.flatMap(missed).sorted { $0.error.magnitude > $1.error.magnitude }
    return figures.isEmpty ? [] : [PredictionFinding(figures: figures)]
  }

  private static func missed(in suite: SuiteSummary) -> [MissedPrediction] {
    let columns = suite.table.columns
    let pairs = columns.compactMap { column -> (MetricColumn, MetricColumn)? in
      columns.first { $0.name == prefix + column.name }.map { (column, $0) }
    }
    return FindingCases(suite).valid.flatMap { summary in
      pairs.compactMap { column, prediction in
        guard let measured = summary.metrics[column.name]?.estimate,
          let interval = measured.interval,
          let predicted = summary.metrics[prediction.name]?.estimate.value, predicted > 0
        else { return nil }
        let missed = MissedPrediction(
          id: summary.id, column: column, measured: measured, predicted: predicted)
        let isFarOff = missed.error.magnitude > furthest && !interval.contains(predicted)
        return isFarOff ? missed : nil
      }
    }
  }
}
