import BenchmarkAnalysis

/// The claims about `concurrentPerform`, in the order in which they are shown.
enum LoopClaims {
  static let all: [Claim] = [
    .concurrentPerformBlocks, .concurrentPerformEfficiency, .concurrentPerformGrain,
  ]
}
