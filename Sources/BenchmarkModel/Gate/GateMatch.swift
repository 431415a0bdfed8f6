/// A case that both executables measure in the same way.
public struct GateSubject: Equatable, Sendable {
  /// How it is measured.
  public let planned: PlannedCase
  /// The columns of its suite that both have.
  public let columns: [MetricColumn]

  /// Makes a subject of its parts.
  public init(planned: PlannedCase, columns: [MetricColumn]) {
    self.planned = planned
    self.columns = columns
  }
}

/// A case that both executables have, and that can't be compared.
public struct UngatedCase: Codable, Equatable, Sendable {
  /// The case.
  public let id: CaseID
  /// Why not.
  public let reason: String

  /// Makes a case of its parts.
  public init(id: CaseID, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// The cases of two executables, put side by side.
public struct GateMatch: Equatable, Sendable {
  /// The cases that both measure in the same way, in the candidate's order; no negative controls.
  public let subjects: [GateSubject]
  /// The cases that only the candidate has.
  public let added: [CaseID]
  /// The cases that only the baseline has.
  public let removed: [CaseID]
  /// The cases that both have, and that can't be compared.
  public let ungated: [UngatedCase]
}
