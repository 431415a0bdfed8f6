import BenchmarkAnalysis

/// The claims about operations, in the order in which they are shown.
enum OperationClaims {
  static let all: [Claim] = []
}
