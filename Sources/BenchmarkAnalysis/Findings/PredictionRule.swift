package import BenchmarkModel
package import BenchmarkStatistics

/// The figures that are far from their predictions.
package struct PredictionFinding: Equatable, Sendable {
  /// The figures, the largest error first.
  package let figures: [MissedPrediction]
}

/// A figure and its prediction.
package struct MissedPrediction: Equatable, Sendable {
  package let id: CaseID
  /// The figure's column, such as `share_utility`.
  package let column: MetricColumn
  package let measured: Estimate
  /// The prediction, in the unit of ``measured``.
  package let predicted: Double

  /// The error relative to the prediction: 0.15 is 15 % too much.
  package var error: Double { measured.value / predicted - 1 }
}

/// Finds figures, such as a scheduling class's CPU time, that are far from what the kernel's own
/// rules predict.
///
/// A column `predicted_NAME` predicts the column `NAME`. A figure is far off if it misses the
/// prediction by more than 15 % (``furthest``) and its interval does not contain the prediction.
/// Time slices and a guest's neighbours can shift the figure of a trial of some hundred ms by 15 %.
/// A figure without an interval is never reported.
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
