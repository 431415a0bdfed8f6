public import BenchmarkAnalysis

/// What `profile --format json` writes: stable keys in snake case, units in names, `null` for what is absent.
public struct ProfileJSON: Codable, Equatable, Sendable {
  /// Makes the document of a case.
  public init(_ profile: CaseProfile) {}
}
