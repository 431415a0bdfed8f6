package import BenchmarkModel
package import BenchmarkStatistics

/// The parallel loops that lose to the plain loop, or to themselves on fewer CPUs.
package struct SlowLoopFinding: Equatable, Sendable {
  /// The loop that a parallel loop loses to.
  package enum Kind: CaseIterable, Equatable, Sendable {
    /// The plain loop, if another parallel loop beats the plain loop.
    case plainLoop
    /// The same loop on fewer CPUs.
    case fewerCPUs
  }

  /// The loop that the parallel loops lose to.
  package let kind: Kind
  /// The primitives, each in its worst case, the worst first.
  package let loops: [SlowLoop]
}

/// The worst case of a parallel loop, with the number of the loop's losing cases.
package struct SlowLoop: WorstCase, Equatable, Sendable {
  package let id: CaseID
  /// The plain loop's cost divided by this loop's.
  package let speedup: Estimate
  /// The parallel loop that does better: the fastest in the same situation, or the same loop on
  /// fewer CPUs; never the plain loop.
  package let rival: CaseID
  /// The plain loop's cost divided by the rival's.
  package let rivalSpeedup: Estimate
  /// The number of losing cases of the primitive, this one included.
  package internal(set) var cases = 1

  /// The factor by which the loop is slower than its rival.
  var timesSlower: Double { rivalSpeedup.value / speedup.value }
}

/// Finds parallel loops that are slower than the plain loop while other loops win, or slower than
/// on fewer CPUs.
///
/// The plain loop's own speed-up is 1 (``even``). A loop loses to the plain loop if the whole
/// interval of its speed-up is below 1, and the interval of another loop's speed-up in the same
/// situation is above 1. If all loops lose, the work is too small to share, and no loop is at
/// fault. A loop loses to itself on fewer CPUs if the whole interval of its speed-up is below the
/// interval of its best speed-up on fewer CPUs. A case of fewer than five launches has no interval
/// and is never reported.
enum SlowLoopRule {
  static let even = 1.0

  static func findings(in summary: RunSummary) -> [SlowLoopFinding] {
    SlowLoopFinding.Kind.allCases.compactMap { kind in
      let loops = summary.suites.flatMap { slowLoops($0, kind) }
        .sorted { $0.timesSlower > $1.timesSlower }
        .grouped(by: \.id.primitive)
        .map(SlowLoop.worst)
      return loops.isEmpty ? nil : SlowLoopFinding(kind: kind, loops: loops)
    }
  }

  private typealias Loop = (id: CaseID, speedup: Estimate)

  private static func slowLoops(
    _ suite: SuiteSummary, _ kind: SlowLoopFinding.Kind
  ) -> [SlowLoop] {
    let cases = FindingCases(suite)
    let loops = cases.valid.compactMap { summary -> Loop? in
      guard summary.planned.width > 1, summary.id[widthKey] != nil,
        let speedup = cases.estimate(.speedup, of: summary), speedup.value > 0
      else { return nil }
      return (summary.id, speedup)
    }
    switch kind {
    case .plainLoop: return loops.grouped(by: \.id.situation).flatMap(losingToPlain)
    case .fewerCPUs: return loops.grouped { $0.id.without([widthKey]) }.flatMap(losingToFewer)
    }
  }

  private static func losingToPlain(_ loops: [Loop]) -> [SlowLoop] {
    let winners = loops.filter { $0.speedup.isSurelyAbove(even) }
    guard let best = winners.max(by: { $0.speedup.value < $1.speedup.value }) else { return [] }
    return loops.filter { $0.speedup.isSurelyBelow(even) }.map { slow($0, than: best) }
  }

  private static func losingToFewer(_ widths: [Loop]) -> [SlowLoop] {
    widths.compactMap { loop in
      let narrower = widths.filter { ($0.id[widthKey] ?? 0) < (loop.id[widthKey] ?? 0) }
      let best = narrower.max { $0.speedup.value < $1.speedup.value }
      return best.flatMap { $0.speedup.isAbove(loop.speedup) ? slow(loop, than: $0) : nil }
    }
  }

  private static func slow(_ loop: Loop, than rival: Loop) -> SlowLoop {
    SlowLoop(
      id: loop.id, speedup: loop.speedup, rival: rival.id, rivalSpeedup: rival.speedup)
  }
}
