package import BenchmarkModel
import BenchmarkStatistics

/// The cases whose launches or trials fall into two regimes, fast and slow, so that a median
/// represents neither.
package struct RegimesFinding: Equatable, Sendable {
  /// The cases, in the plan's order.
  package let cases: [CaseID]
  /// The number of cases examined.
  package let examined: Int
}

/// Finds cases that fall into two regimes of the metric by which they are ranked.
///
/// A case is found if a note says that its trials fall into two regimes, or if `modeCount` sees one
/// gap that clearly separates its launches. Up to 3 % of the cases with only one regime have such a
/// gap too, so a single case deserves a caution and no more.
enum RegimesRule {
  static func findings(in summary: RunSummary) -> [RegimesFinding] {
    var cases: [CaseID] = []
    var examined = 0
    for suite in summary.suites {
      for summary in FindingCases(suite).valid {
        guard let column = suite.primaryMetric(of: summary.id.workload),
          let metric = summary.metrics[column.name]
        else { continue }
        examined += 1
        let isParted = summary.notes.contains { $0.hasPrefix(CaseNote.regimes) }
        if isParted || metric.modes > 1 { cases.append(summary.id) }
      }
    }
    return cases.isEmpty ? [] : [RegimesFinding(cases: cases, examined: examined)]
  }
}

/// The disturbances of a run, or the reason why it was cut short.
package struct DisturbanceFinding: Equatable, Sendable {
  /// The state in which the run ended, unless its plan was finished.
  package let unfinished: RunState?
  /// The warnings of the run, a line each.
  package let warnings: [String]
  /// The number of cases in which the hypervisor took more than 5 % of the time.
  package let stolen: Int
  /// The number of cases with a launch in which threads shared a CPU although each should have had
  /// its own.
  package let sharedCPU: Int
  /// The number of measured cases.
  package let measured: Int
}

/// Finds the disturbances of a run, by its warnings and by the notes beside its cases.
///
/// The rule has no threshold of its own. A run warns of disturbances that are likely to change
/// results, and a case has a note on steal if the steal is more than 5 % of the time and at least
/// three ticks of the kernel's clock.
enum DisturbanceRule {
  static func findings(in summary: RunSummary) -> [DisturbanceFinding] {
    let document = summary.document
    let notes = summary.cases.map(\.notes)
    let finding = DisturbanceFinding(
      unfinished: document.state == .complete ? nil : document.state, warnings: document.warnings,
      stolen: notes.count { $0.contains { $0.hasPrefix(CaseNote.stolen) } },
      sharedCPU: summary.cases.count { $0.onOneCPU > 0 },
      measured: summary.cases.count { $0.status != .notMeasured })
    let isCalm =
      finding.unfinished == nil && finding.warnings.isEmpty && finding.stolen == 0
      && finding.sharedCPU == 0
    return isCalm ? [] : [finding]
  }
}

/// The beginnings of case notes, by which the rules recognize the notes.
enum CaseNote {
  static let stolen = "the hypervisor took "
  static let regimes = "two regimes: "
  static let regimesOfPlaces = "its two regimes are two places of the CPUs; elsewhere: "
}
