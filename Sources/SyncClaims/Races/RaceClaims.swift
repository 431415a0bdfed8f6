import BenchmarkAnalysis

/// The claims about races, in the order in which they are shown.
enum RaceClaims {
  static let all: [Claim] = [
    .incrementsLoseUpdates, .capturedVariable, .threadSanitizerCost, .actorAgainstQueue,
    .actorAgainstLock,
  ]
}
