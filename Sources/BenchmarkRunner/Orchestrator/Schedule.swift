public import BenchmarkModel
import BenchmarkStatistics

extension Plan {
  /// Every invocation in the order it is measured: block by block, each block shuffled with the plan's
  /// seed, the same on every machine.
  public func schedule() -> [Invocation] {
    var random = SplitMix64(seed: seed)
    return (0..<blocks).flatMap { block in
      random.shuffled(
        cases.indices.filter { cases[$0].isMeasured(inBlock: block, of: blocks) }
          .map { Invocation(caseIndex: $0, block: block) })
    }
  }
}

extension Run {
  /// How many invocations of the plan have no record, timed and counted.
  public var missingInvocations: Int {
    document.plan.schedule().count + document.plan.countedSchedule().count - invocationCount
  }

  /// How many invocations have a record.
  var invocationCount: Int { records.count + counted.count }
}
