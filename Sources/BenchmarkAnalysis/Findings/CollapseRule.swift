package import BenchmarkModel
package import BenchmarkStatistics

/// Primitives of a workload that do next to nothing from some number of threads on.
package struct CollapseFinding: Equatable, Sendable {
  package let suite: String
  package let workload: String
  /// The primitives, each in its worst case, the deepest fall first.
  package let primitives: [Collapse]
}

/// The collapse of a primitive.
package struct Collapse: Equatable, Sendable {
  package let id: CaseID
  /// The cost of an operation, in ns of wall time.
  package let cost: Estimate
  /// The case of fewer threads in which it did most.
  package let before: CaseID
  /// The cost of an operation in that case, in ns of wall time.
  package let costBefore: Estimate
  /// The factor of the fall: the one cost over the other.
  package let fall: Double
  /// The median factor over the primitives of the same situation.
  package internal(set) var medianFall = 1.0

  /// The threads of the case that collapsed.
  package var threads: Int { id[threadsKey] ?? 0 }
  /// The threads of the case that it is held against.
  package var threadsBefore: Int { before[threadsKey] ?? 0 }
}

/// Finds primitives whose throughput falls to a small part as threads are added.
///
/// A case falls by its cost over the least that the same primitive costs with fewer threads. It has
/// collapsed if all of these hold:
///
/// - It does a tenth at most (``fewestTimes``). Passing a word between CPUs costs a lock some 2 to 8 times
///   what it costs alone; ten is beyond what sharing explains.
/// - Its fall is ten times the median primitive's, so that a workload in which all fall, as two CPUs that
///   meet make them, is no finding. A fall to a thousandth (``hopelessTimes``) needs no company: only
///   threads that wait for a CPU do that.
/// - The intervals of the two costs lie apart. A case of fewer than five launches has none, and no finding.
///
/// Of a primitive only the deepest fall in a suite is told.
enum CollapseRule {
  static let fewestTimes = 10.0
  static let hopelessTimes = 1000.0

  static func findings(in summary: RunSummary) -> [CollapseFinding] {
    summary.suites.flatMap { suite in
      collapses(in: suite).sorted { $0.fall > $1.fall }
        .grouped(by: \.id.primitive).map { $0[0] }
        .grouped(by: \.id.workload)
        .map {
          CollapseFinding(suite: suite.table.suite, workload: $0[0].id.workload, primitives: $0)
        }
    }
    .sorted { $0.primitives[0].fall > $1.primitives[0].fall }
  }

  private static func collapses(in suite: SuiteSummary) -> [Collapse] {
    let cases = FindingCases(suite)
    let floors = suite.floors
    let members = cases.valid.filter { summary in
      summary.id[threadsKey] != nil && !floors.contains(summary.id.primitive)
        && cases.cost(of: summary).map { $0.value > 0 } ?? false
    }
    // A situation of all thread counts, in it a curve a primitive.
    return members.grouped { $0.id.without([threadsKey]).situation }.flatMap { situation in
      let falls = situation.grouped { [$0.id.primitive] }.flatMap {
        Self.falls(along: $0, in: cases)
      }
      return falls.grouped(by: \.threads).flatMap { collapses(among: $0) }
    }
  }

  /// The falls of one primitive: one for each thread count that has a smaller thread count before it.
  private static func falls(along curve: [CaseSummary], in cases: FindingCases) -> [Collapse] {
    curve.compactMap { summary in
      guard let threads = summary.id[threadsKey], let cost = cases.cost(of: summary) else {
        return nil
      }
      let fewer = curve.filter { ($0.id[threadsKey] ?? threads) < threads }
      let costs = fewer.compactMap { before in cases.cost(of: before).map { (before.id, $0) } }
      guard let (before, costBefore) = costs.min(by: { $0.1.value < $1.1.value }) else {
        return nil
      }
      return Collapse(
        id: summary.id, cost: cost, before: before, costBefore: costBefore,
        fall: cost.value / costBefore.value)
    }
  }

  /// The collapses among the falls to one number of threads.
  private static func collapses(among falls: [Collapse]) -> [Collapse] {
    guard let medianFall = median(falls.map(\.fall)) else { return [] }
    return falls.filter { fall in
      fall.cost.isAbove(fall.costBefore)
        && (fall.fall >= hopelessTimes
          || fall.fall >= fewestTimes && fall.fall >= fewestTimes * medianFall)
    }
    .map { fall in
      var collapse = fall
      collapse.medianFall = medianFall
      return collapse
    }
  }
}
