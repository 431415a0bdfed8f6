import BenchmarkAnalysis

/// The claims about locks, in the order in which they are shown.
enum LockClaims {
  static let all: [Claim] = [
    .unfairLockNotRecursive, .recursiveLockRecurses, .semaphoreSignalledByAnother,
    .semaphoreLetsSoManyIn, .unfairLockStarves, .queueSyncIsFair, .fairnessShortensWaits,
    .inheritanceBoundsInversion, .semaphoreInversion,
  ]
}
