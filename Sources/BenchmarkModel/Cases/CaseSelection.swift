/// What the user asked for that differs from a profile.
public struct CaseSelection: Codable, Equatable, Sendable {
  /// The suites, empty for all.
  public var suites: [String] = []
  /// Globs over case names, empty for all.
  public var filters: [String] = []
  /// The workloads, empty for all.
  public var workloads: [String] = []
  /// The primitives, empty for all.
  public var primitives: [String] = []
  /// Values that replace an axis's own, by key.
  public var overrides: [String: [Int]] = [:]
  /// Values that replace an axis's own where no override does, by key: those of a preset, of which some
  /// may belong to workloads that were not selected.
  public var defaults: [String: [Int]] = [:]

  /// Selects everything.
  public init() {}
}
