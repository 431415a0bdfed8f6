import BenchmarkAnalysis

/// The claims about costs, in the order in which they are shown.
enum CostClaims {
  static let all: [Claim] = [
    .unfairLockCost, .semaphoreCost, .nsLockCost, .serialQueueSyncCost, .serialQueueSyncSwitches,
    .synchronizedCost, .costOrder, .atomicWrapperCost, .atomicWrapperLosesUpdates,
  ]
}
