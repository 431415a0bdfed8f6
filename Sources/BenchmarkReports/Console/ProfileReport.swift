public import BenchmarkAnalysis

/// What `profile` says of a case: one screen.
public struct ProfileReport {
  private let profile: CaseProfile
  private let palette: Palette

  /// Makes the report of a case.
  public init(_ profile: CaseProfile, palette: Palette) {
    self.profile = profile
    self.palette = palette
  }

  /// The cost, the wall time, the counts, the waits and the verdict.
  public func render() -> String { "" }
}
