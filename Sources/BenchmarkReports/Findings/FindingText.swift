package import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// Findings as sentences of plain text, which each backend escapes.
package enum FindingText {
  /// The sentence on the best primitives of a situation.
  package static func sentence(_ finding: FastestFinding) -> String {
    "\(finding.situation): \(best(finding))\(next(finding))."
  }

  /// The sentence on a surprise.
  package static func sentence(_ surprise: Surprise) -> String {
    switch surprise {
    case .fault(let finding): fault(finding)
    case .removed(let finding): removed(finding)
    case .collapse(let finding): collapse(finding)
    case .unfairness(let finding): unfairness(finding)
    case .waitTail(let finding): waitTail(finding)
    case .slowLoop(let finding): slowLoop(finding)
    case .prediction(let finding): prediction(finding)
    case .regimes(let finding): regimes(finding)
    case .disturbance(let finding): disturbance(finding)
    }
  }

  // MARK: The fastest

  private static func best(_ finding: FastestFinding) -> String {
    let superlative = superlative(finding.column)
    let first = figure(finding.best[0], finding.column)
    let names = finding.best.map(\.summary.id.primitive)
    guard finding.isTellingApart else {
      return
        "\(names[0]) has the best figure of \(finding.contenders), \(first); telling them apart needs six "
        + "launches"
    }
    guard let last = finding.best.last, finding.best.count > 1 else {
      return "\(names[0]) is the \(superlative) of \(finding.contenders), \(first)"
    }
    let worst = Quantity(finding.column).text(last.metric.estimate.value)
    return
      "\(list(names)) are the \(superlative) of \(finding.contenders) and not told apart, \(first) to "
      + worst
  }

  private static func next(_ finding: FastestFinding) -> String {
    guard let next = finding.next else { return "" }
    let name = "; next is \(next.summary.id.primitive)"
    guard let times = finding.nextIsWorseBy else {
      return "\(name), \(figure(next, finding.column))"
    }
    let share =
      finding.column.polarity == .higherIsBetter
      ? "\(Quantity.share.text(1 / times)) of the best" : "\(self.times(times)) the best"
    return "\(name) at \(share)"
  }

  private static func superlative(_ column: MetricColumn) -> String {
    let unit = MetricUnit(column: column.name)
    return unit.isTime || unit.isRate ? "fastest" : "best"
  }

  private static func figure(_ ranked: RankedCase, _ column: MetricColumn) -> String {
    Quantity(column).text(ranked.metric.estimate)
  }
}

/// The words that sentences are made of.
extension FindingText {
  /// A factor in words, such as `346 times`.
  static func times(_ times: Double) -> String { Quantity.number.text(times) + " times" }

  /// A list of names; of more than four names, the first three and the number of the other names.
  static func list(_ names: [String]) -> String {
    let shown = names.count > mostNames + 1 ? Array(names.prefix(mostNames)) : names
    let rest = names.count - shown.count
    guard rest == 0 else { return shown.joined(separator: ", ") + " and \(rest) more" }
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The text on the findings after the first, such as `; likewise mcs (31807 times) and mutex (346
  /// times)`.
  static func others<Found>(
    _ found: [Found], _ text: (Found) -> (name: String, value: String)
  ) -> String {
    let names = found.dropFirst().map(text).map { "\($0.name) (\($0.value))" }
    return names.isEmpty ? "" : "; likewise " + list(names)
  }

  /// The text on the number of further cases; empty if there is one case.
  static func also(_ cases: Int) -> String { cases > 1 ? " and \(cases - 1) more" : "" }

  /// A text with a full stop at its end.
  static func ended(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }

  private static let mostNames = 3
}
