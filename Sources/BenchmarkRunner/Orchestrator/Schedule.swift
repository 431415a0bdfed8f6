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
  /// The counted invocations that have no record, in order, by what may run at once: two under callgrind,
  /// whose counts no neighbour changes, where there are two CPUs; else each alone.
  func countedBatches() -> [[CountedInvocation]] {
    let missing = document.plan.countedSchedule().filter { counted[$0] == nil }
    let width = min(2, max(1, document.environment.usableCPUs.count))
    let together = missing.filter { $0.pass == .instructions }
    return missing.filter { $0.pass != .instructions }.map { [$0] }
      + stride(from: 0, to: together.count, by: width).map {
        Array(together[$0..<min($0 + width, together.count)])
      }
  }

  /// How many invocations of the plan have no record, timed and counted.
  public var missingInvocations: Int {
    document.plan.schedule().count + document.plan.countedSchedule().count - invocationCount
  }

  /// How many invocations have a record.
  var invocationCount: Int { records.count + counted.count }
}
