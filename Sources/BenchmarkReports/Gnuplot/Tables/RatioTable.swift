package import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import Glibc

/// The table of the chart `ratios`: the cases of two runs, each with its ratio.
///
/// `ratio` is B's figure divided by A's, without a unit. `worse` is the ratio, or its inverse if
/// higher values of the metric are better, so that a value above 1 is worse in every row. Cases
/// whose interval tells the runs apart come first, then the other compared cases, in both groups
/// the most changed first. The cases that could not be compared come last, with the reason.
package enum RatioTable {
  /// The header.
  package static let columns = [
    "case", "workload", "primitive", "family", "status", "reason", "situation", "metric",
    "direction", "ratio", "ratio_low", "ratio_high", "worse", "worse_low", "worse_high", "run_a",
    "run_b",
  ]

  /// The table of a comparison, with the runs' names as the user gave them.
  ///
  /// - Complexity: O(n log n) in the cases.
  package static func render(_ comparison: Comparison, names: ComparisonNames) -> String {
    let suites = Set(
      comparison.tables.map(\.suite) + comparison.uncompared.map(\.id.suite))
    let isOneSuite = suites.count == 1
    let sides = [names[.a], names[.b]]
    var text = CSV.line(columns)
    for compared in comparison.tables.flatMap(\.cases).sorted(by: isBefore) {
      text += CSV.line(
        head(compared.id, in: comparison.a, status: .valid, reason: "", isOneSuite: isOneSuite)
          + figures(compared) + sides)
    }
    for uncompared in comparison.uncompared {
      text += CSV.line(
        head(
          uncompared.id, in: comparison.a, status: uncompared.isFault ? .invalid : .notMeasured,
          reason: uncompared.reason, isOneSuite: isOneSuite)
          + [String](repeating: "", count: 8) + sides)
    }
    return text
  }

  /// Whether a case precedes another: first come the cases that are told apart, then the others,
  /// both from the most to the least changed; the ratios 0.5 and 2 are equal changes.
  private static func isBefore(_ left: ComparedCase, _ right: ComparedCase) -> Bool {
    if left.isToldApart != right.isToldApart { return left.isToldApart }
    let changes = (abs(log(left.ratio.value)), abs(log(right.ratio.value)))
    return changes.0 != changes.1
      ? changes.0 > changes.1 : left.id.description < right.id.description
  }

  private static func figures(_ compared: ComparedCase) -> [String] {
    let worse =
      compared.column.polarity == .higherIsBetter ? compared.ratio.inverse : compared.ratio
    return [compared.column.name, compared.direction.rawValue]
      + [compared.ratio, worse].flatMap { estimate in
        [estimate.value, estimate.interval?.low, estimate.interval?.high]
          .map(FigureText.significant)
      }
  }

  private static func head(
    _ id: CaseID, in run: RunDocument, status: CaseStatus, reason: String, isOneSuite: Bool
  ) -> [String] {
    let table = run.plan.tables.first { $0.suite == id.suite }
    // A parameter of 0 is left out, because it means no work and a row has little room.
    let parameters = id.parameters.filter { !$0.isZero }.map(\.description)
    let situation = ((isOneSuite ? [] : [id.suite]) + [id.workload] + parameters)
      .joined(separator: " ")
    return [
      id.description, id.workload, id.primitive,
      table?.description(of: id.primitive)?.family ?? "", status.rawValue, reason, situation,
    ]
  }
}

extension Estimate {
  fileprivate var inverse: Estimate {
    Estimate(
      value: 1 / value, interval: interval.map { Interval(low: 1 / $0.high, high: 1 / $0.low) })
  }
}
