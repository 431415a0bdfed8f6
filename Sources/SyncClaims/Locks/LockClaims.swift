import BenchmarkAnalysis

/// The claims about locks, in the order in which they are shown.
enum LockClaims {
  static let all: [Claim] = []
}
