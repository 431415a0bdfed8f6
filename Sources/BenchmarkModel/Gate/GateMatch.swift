/// A case that both executables measure in the same way.
package struct GateSubject: Equatable, Sendable {
  /// The way in which the case is measured.
  package let planned: PlannedCase
  /// The columns of its suite that both have.
  package let columns: [MetricColumn]
}

/// A case that both executables have, and that can't be compared.
package struct UngatedCase: Codable, Equatable, Sendable {
  package let id: CaseID
  /// Why not.
  package let reason: String
}

/// The cases of two executables, put side by side.
package struct GateMatch: Equatable, Sendable {
  /// The cases that both measure in the same way, in the candidate's order; no negative controls.
  package let subjects: [GateSubject]
  /// The cases that only the candidate has.
  package let added: [CaseID]
  /// The cases that only the baseline has.
  package let removed: [CaseID]
  /// The cases that both have, and that can't be compared.
  package let ungated: [UngatedCase]
}
