public import BenchmarkAnalysis

/// The claims that come with the package: what guides to Grand Central Dispatch say.
public enum BuiltInClaims {
  /// All built-in claims, topic by topic.
  public static let all: [Claim] =
    [
      CostClaims.all, LockClaims.all, QueueClaims.all, TargetClaims.all, BarrierClaims.all,
      LoopClaims.all, PoolClaims.all, ThreadClaims.all, QoSClaims.all, ClassClaims.all,
      ItemClaims.all, GroupClaims.all, OperationClaims.all, StateClaims.all, RaceClaims.all,
      PropertyClaims.all,
    ].flatMap(\.self)
}
