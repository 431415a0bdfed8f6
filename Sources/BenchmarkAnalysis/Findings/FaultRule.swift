package import BenchmarkModel

/// A primitive that did not behave as planned.
package struct FaultFinding: Equatable, Sendable {
  /// The way in which a primitive did not behave as planned.
  package enum Kind: CaseIterable, Equatable, Sendable {
    /// A check failed that had to hold.
    case invalid
    /// The check of a negative control had to fail but held, so the run's checks prove nothing.
    case missedControl
    /// The primitive gave no result: it crashed, hung, or could not be started.
    case failed
  }

  /// The way in which the primitive did not behave as planned.
  package let kind: Kind
  package let suite: String
  package let primitive: String
  /// The cases, in the plan's order: one at least.
  package let cases: [CaseID]
  /// The reason why the first case is not valid; empty for a missed control.
  package let reason: String
}

/// Finds cases that are invalid or failed although the plan did not expect it, and missed controls.
///
/// The rule has no threshold: one failed check is enough, because a primitive that breaks its
/// promise once has no figures at all, and a control that is missed once casts doubt on every check
/// of the run.
enum FaultRule {
  static func findings(in summary: RunSummary) -> [FaultFinding] {
    FaultFinding.Kind.allCases.flatMap { kind in
      cases(of: kind, in: summary)
        .grouped { [$0.id.suite, $0.id.primitive] }
        .map { group in
          FaultFinding(
            kind: kind, suite: group[0].id.suite, primitive: group[0].id.primitive,
            cases: group.map(\.id), reason: group[0].reason)
        }
    }
  }

  private static func cases(
    of kind: FaultFinding.Kind, in summary: RunSummary
  ) -> [CaseSummary] {
    switch kind {
    case .invalid: summary.unexpected.filter { $0.status == .invalid }
    case .missedControl: summary.missed
    case .failed: summary.unexpected.filter { $0.status == .failed }
    }
  }
}
