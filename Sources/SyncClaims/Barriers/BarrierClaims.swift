import BenchmarkAnalysis

/// The claims about barriers, in the order in which they are shown.
enum BarrierClaims {
  static let all: [Claim] = [
    .barrierWaitsForEarlier, .barrierRunsAlone, .barrierHoldsLater, .barrierOnGlobalQueue,
    .barrierWritesAgainstSerialQueue, .barrierWritesAgainstLock,
  ]
}
