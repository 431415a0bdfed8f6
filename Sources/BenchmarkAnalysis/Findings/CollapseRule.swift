package import BenchmarkModel
package import BenchmarkStatistics

/// The primitives whose throughput in one workload collapses at some number of threads.
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
  /// The primitive's cheapest case with fewer threads.
  package let before: CaseID
  /// The cost of an operation in the case ``before``, in ns of wall time.
  package let costBefore: Estimate
  /// The factor of the fall: ``cost`` divided by ``costBefore``.
  package let fall: Double
  /// The median fall of the primitives in the same situation.
  package internal(set) var medianFall = 1.0

  /// The number of threads of the case that collapsed.
  package var threads: Int { id[threadsKey] ?? 0 }
  /// The number of threads of the case ``before``.
  package var threadsBefore: Int { before[threadsKey] ?? 0 }
}

/// Finds primitives whose throughput falls to a small part as threads are added.
///
/// The fall of a case is its cost divided by the lowest cost of the same primitive with fewer
/// threads. The case has collapsed if all of these hold:
///
/// - The fall is ten or more (``fewestTimes``). Passing a cache line between CPUs makes a lock some
///   2 to 8 times as expensive as in one thread, so sharing does not explain a factor of ten.
/// - The fall is at least ten times that of the median primitive. If all primitives of a workload
///   fall, the cause is that CPUs share data, which is no finding. A fall of a thousand
///   (``hopelessTimes``) needs no comparison, because only threads that wait for a CPU cause it.
/// - The intervals of the two costs do not overlap. A case of fewer than five launches has no
///   interval, and so no finding.
///
/// Only the deepest fall of a primitive in a suite is reported.
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
    // The cases of a group differ only in primitive and threads, so each primitive has one curve.
    return members.grouped { $0.id.without([threadsKey]).situation }.flatMap { group in
      let falls = group.grouped { [$0.id.primitive] }.flatMap {
        Self.falls(along: $0, in: cases)
      }
      return falls.grouped(by: \.threads).flatMap { collapses(among: $0) }
    }
  }

  /// The falls of one primitive: one for each thread count except the smallest.
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

  /// The collapses among the falls at one number of threads.
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
