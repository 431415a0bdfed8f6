import BenchmarkAnalysis

/// The claims about pools, in the order in which they are shown.
enum PoolClaims {
  static let all: [Claim] = []
}
