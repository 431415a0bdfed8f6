package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension RunSummary {
  /// The plan and the outcome of a run, in a few lines.
  ///
  /// The lines have the machine, the profile, the warnings and the counts of cases, then the number
  /// of checked operations, then the cases that were disturbed or did not behave as planned.
  package var overview: Document {
    Document(
      heading.map { (isWarning, text) in
        .line("\(text)", label: isWarning ? StyledText("warning: ", .caution) : "")
      }) + checked + faults
  }

  /// The machine, the profile, the warnings and the counts, with a line for each.
  var heading: [(isWarning: Bool, text: String)] {
    var lines = [
      (false, "\(document.host): \(document.environment.caption)\(privilege)"),
      (false, "profile \(document.plan.profile), seed \(document.plan.seed), \(progress)"),
    ]
    // This line precedes the warnings: the witness observed a disturbance, a warning predicts one.
    if let disturbed, let line = disturbed.text {
      lines.append((disturbed.isNeverQuiet, line))
    }
    lines += document.warnings.map { (true, $0) }
    if let places = placesText { lines.append((false, "places of \(places)")) }
    return lines + [(false, counts + (repeatability.map { "; \($0)" } ?? ""))]
  }

  /// The words for how far a later run's figures may lie from this run's; nil without intervals.
  private var repeatability: String? {
    if let runSpread {
      let (usual, most) = (
        Quantity.times.text(runSpread.usual), Quantity.times.text(runSpread.most)
      )
      return
        "intervals hold the spread between \(runSpread.runs) runs (largest over smallest figure: \(usual) times in the "
        + "median case, at most \(most) times, in \(runSpread.mostOf))"
    }
    return RunTally(self).withInterval > 0
      ? "a later run may lie outside the intervals: --repeat measures by how much" : nil
  }

  /// Whether the run may raise priorities; empty if unknown.
  ///
  /// Without this privilege, high QoS classes and priorities do not get their low nice values.
  private var privilege: String {
    switch document.environment.privileges.mayRaisePriority {
    case true?: ", may raise priorities"
    case false?: ", may not raise priorities"
    case nil: ""
    }
  }

  private var progress: String {
    let spread =
      launchedSeconds.map { ", over \(GateWords.duration(UInt64(1e9 * $0)))" } ?? ""
    let remedy =
      switch document.state {
      case .measuring, .interrupted: ": continue with --resume"
      case .complete, .budgetSpent: ""
      }
    return document.plan.launchesInWords + spread + ", " + document.state.words + remedy
  }

  private var counts: String {
    let tally = RunTally(self)
    var text = "\(Words.count(tally.cases, "case")): \(tally.valid) valid"
    if tally.caught > 0 { text += ", \(Words.count(tally.caught, "negative control")) caught" }
    if tally.missed > 0 { text += ", \(Words.count(tally.missed, "negative control")) NOT CAUGHT" }
    for (status, count) in tally.others where count > 0 { text += ", \(count) \(status.word)" }
    return text + "; \(Self.tightness(tally))"
  }

  /// The sentence on the valid case of several threads whose result was checked over the fewest
  /// operations.
  private var checked: Document {
    let least = cases.filter { summary in
      summary.status == .valid && !summary.planned.isNegativeControl
        && summary.planned.pace == .window && summary.planned.width > 1
        && summary.checkedOperations > 0
    }.min { $0.checkedOperations < $1.checkedOperations }
    guard let least else { return [] }
    let scope = cases.allSatisfy(\.planned.isChecked) ? "" : " with a check"
    return [
      .line(
        "At least \(least.checkedOperations) operations of each valid case of several threads\(scope) were checked. For the "
          + "least checked case, \(least.id), a failure rate above "
          + "\(FailureRate.text(excludedBy: least.checkedOperations)) is excluded with 95 % confidence."
      )
    ]
  }

  /// Every control that was missed, and every case that is invalid, failed or disturbed, except
  /// caught controls, with a line for each.
  private var faults: Document {
    let faults =
      cases.filter(\.isMissedControl) + unexpected
      + cases.filter { $0.status == .disturbed }
    return Document(
      faults.compactMap { one in
        CaseStatusWords(one).map {
          .line(StyledText($0.standing, $0.tone) + " \(one.id): \($0.reason)")
        }
      })
  }

  /// The share of valid cases whose primary metric has an interval within 5 % of its value.
  private static func tightness(_ tally: RunTally) -> String {
    guard tally.withInterval > 0 else { return "no intervals: they need five launches per case" }
    let without = tally.valid - tally.withInterval
    let rest =
      without == 0
      ? "" : ", \(without) ha\(without == 1 ? "s" : "ve") none (five launches are needed)"
    return "\(tally.tight) of \(tally.valid) have an interval within ±5 %\(rest)"
  }
}

extension Plan {
  /// The number of launches of a case, as planned.
  package var launchesInWords: String {
    Words.count(blocks, "launch", "launches") + " per case at most"
      + (further == nil ? "" : ", then more for wide intervals")
  }
}
