public import BenchmarkModel
import BenchmarkStatistics

extension Plan {
  /// Every invocation in the order it is measured: block by block, each block shuffled with the plan's
  /// seed, the same on every machine.
  public func schedule() -> [Invocation] {
    var random = SplitMix64(seed: seed)
    return (0..<launchedBlocks).flatMap { block in
      let order = random.shuffled(
        cases.indices.filter { isMeasured($0, inBlock: block) }
          .map { Invocation(caseIndex: $0, block: block) })
      return isReversed == true ? order.reversed() : order
    }
  }

  private func isMeasured(_ index: Int, inBlock block: Int) -> Bool {
    block < blocks
      ? cases[index].isMeasured(inBlock: block, of: blocks)
      : block - blocks < decided?.launches[index] ?? 0
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

  /// Whether every invocation that is planned so far has a record.
  var isLaunched: Bool { records.count == document.plan.schedule().count }

  /// How many invocations have a record.
  var invocationCount: Int { records.count + counted.count }
}
