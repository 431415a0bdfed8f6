import BenchmarkAnalysis

/// The claims about loops, in the order in which they are shown.
enum LoopClaims {
  static let all: [Claim] = []
}
