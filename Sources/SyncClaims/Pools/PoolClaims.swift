import BenchmarkAnalysis

/// The claims about pools, in the order in which they are shown.
enum PoolClaims {
  static let all: [Claim] = [
    .poolOf64Threads, .blockedThreadsReplaced, .threadExplosion, .limitedOperationQueue,
    .privateConcurrentQueues, .poolSavesThreads, .thousandsOfThreads,
  ]
}
