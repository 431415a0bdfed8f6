public import BenchmarkAnalysis

/// The claims that come with the package: what guides to Grand Central Dispatch say.
public enum BuiltInClaims {
  /// All of them, topic by topic.
  public static let all: [Claim] =
    CostClaims.all + LockClaims.all + QueueClaims.all + BarrierClaims.all + LoopClaims.all
    + PoolClaims.all + QoSClaims.all + ItemClaims.all + OperationClaims.all + RaceClaims.all
}
