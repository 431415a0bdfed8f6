/// A case that both executables measure in the same way.
package struct GateSubject: Equatable, Sendable {
  /// The way in which the case is measured.
  package let planned: PlannedCase
  /// The case's columns that both executables have and that can be compared as ratios.
  package let columns: [MetricColumn]
}

/// A case that both executables have but that can't be compared.
package struct UngatedCase: Codable, Equatable, Sendable {
  package let id: CaseID
  /// The reason why the case can't be compared.
  package let reason: String
}

/// The cases of two executables, matched by name.
package struct GateMatch: Equatable, Sendable {
  /// The cases that both executables measure in the same way, in the candidate's order, without
  /// negative controls.
  package let subjects: [GateSubject]
  /// The cases that only the candidate has.
  package let added: [CaseID]
  /// The cases that only the baseline has.
  package let removed: [CaseID]
  /// The cases that both executables have but that can't be compared.
  package let ungated: [UngatedCase]
}
