import BenchmarkAnalysis

/// The claims about operations, in the order in which they are shown.
enum OperationClaims {
  static let all: [Claim] = [
    .operationAllocations, .operationCost, .dependencyAcrossQueues, .oneOperationAtATime,
    .priorityBeatsOrder, .executionBlocksConcurrent, .completionAfterBlocks,
    .cancelSparesDependents,
  ]
}
