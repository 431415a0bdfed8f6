package import BenchmarkModel
import BenchmarkStatistics

extension Plan {
  /// Returns every launch in the order of measurement: block by block (if there are groups, all
  /// blocks of one group and then of the next), and the added launches last.
  ///
  /// Each block is shuffled with the plan's seed, in the same way on every machine.
  package func schedule() -> [Launch] {
    if let gate { return pairs(of: gate) }
    var random = SplitMix64(seed: seed)
    func block(_ block: Int, of members: Range<Int>) -> [Launch] {
      let order = random.shuffled(
        members.map { Launch(caseIndex: $0, block: block) }.filter(launches))
      return isReversed == true ? order.reversed() : order
    }
    let planned = caseGroups.flatMap { group in
      (0..<blocks).flatMap { block($0, of: group) }
    }
    return planned + (blocks..<launchedBlocks).flatMap { block($0, of: cases.indices) }
  }

  /// The launches of a gate's pairs, in the order of the gate's slots; a sham's pair has several
  /// slots, but its launches appear only once, at the first slot.
  private func pairs(of gate: GatePlan) -> [Launch] {
    let indices = Dictionary(uniqueKeysWithValues: cases.enumerated().map { ($1.id, $0) })
    return gate.schedule().flatMap { slot in
      let gated = gate.cases[slot.caseIndex]
      return slot.order.sides.map { side in
        Launch(
          caseIndex: indices[gated.id] ?? 0,
          block: PairLaunch(Arm(gated.role, side), pair: slot.pair).block)
      }
    }.uniqued()
  }

  /// The groups of cases, each of which is launched in all blocks before the next group begins;
  /// cases in no group form the last group.
  var caseGroups: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for count in groups ?? []
    where 0 < count && count <= cases.count - (ranges.last?.upperBound ?? 0) {
      let start = ranges.last?.upperBound ?? 0
      ranges.append(start..<start + count)
    }
    let rest = (ranges.last?.upperBound ?? 0)..<cases.count
    return ranges + (rest.isEmpty ? [] : [rest])
  }
}

extension Run {
  /// The counted launches that have no record, in batches whose launches may run at the same time:
  /// two launches under callgrind if there are two CPUs, else one launch.
  ///
  /// Callgrind's counts do not depend on what else runs on the machine.
  func countedBatches() -> [[CountedLaunch]] {
    let missing = document.plan.countedSchedule().filter { counted[$0] == nil }
    let width = min(2, max(1, document.environment.usableCPUs.count))
    let together = missing.filter { $0.pass == .instructions }
    return missing.filter { $0.pass != .instructions }.map { [$0] }
      + stride(from: 0, to: together.count, by: width).map {
        Array(together[$0..<min($0 + width, together.count)])
      }
  }

  /// The number of timed and counted launches of the plan that have no record; 0 for a gate, whose
  /// pairs decide how many pairs follow.
  package var missingLaunches: Int {
    if document.plan.gate != nil { return 0 }
    return document.plan.launchCount + document.plan.countedCount - launchCount
  }

  /// The number of rows of each raw table except the table of counts, by file: a table that later
  /// has another number of rows is damaged.
  var rowCounts: [String: Int] {
    let counts = RawTable.allCases.map { table in
      (table.path, records.values.reduce(0) { $0 + table.rowCount(of: $1) })
    }
    return Dictionary(
      uniqueKeysWithValues: counts + [(RunFolder.calibrationFile, calibrations.count)])
  }

  /// Whether every launch that is planned so far has a record.
  var isLaunched: Bool { records.count == document.plan.launchCount }

  /// The number of launches that have a record.
  var launchCount: Int { records.count + counted.count }
}
