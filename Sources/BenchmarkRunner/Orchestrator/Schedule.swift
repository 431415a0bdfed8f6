public import BenchmarkModel
import BenchmarkStatistics

extension Plan {
  /// Every invocation in the order it is measured: block by block, each block shuffled with the plan's
  /// seed, the same on every machine.
  ///
  /// A case with fewer invocations than blocks is in the first blocks, so that it meets the others
  /// there.
  public func schedule() -> [Invocation] {
    var random = SplitMix64(seed: seed)
    return (0..<blocks).flatMap { block in
      random.shuffled(
        cases.indices.filter { block < cases[$0].invocationLimit ?? .max }
          .map { Invocation(caseIndex: $0, block: block) })
    }
  }
}
