package import BenchmarkModel
package import BenchmarkStatistics

/// The closures of a suite that cost no more than a closure that does nothing.
package struct RemovedFinding: Equatable, Sendable {
  /// A closure's case, with its cost and the floor's cost.
  package struct Closure: Equatable, Sendable {
    package let id: CaseID
    /// The cost of an operation, in ns.
    package let cost: Estimate
    /// The cost of the floor in the same situation, in ns.
    package let floor: Estimate
  }

  /// The closures, in the plan's order: one at least.
  package let closures: [Closure]
}

extension SuiteSummary {
  /// The closures that cost no more than a closure that does nothing.
  package var removedClosures: Set<CaseID> { Set(RemovedRule.closures(of: self).map(\.id)) }
}

/// Finds closures whose work the optimiser removed.
///
/// A case is found if its interval overlaps the interval of the floor in the same situation, or
/// lies below that interval: both cases call a closure in the same loop, so any work shows as a
/// difference. If either interval is missing, nothing is found.
enum RemovedRule {
  static func findings(in summary: RunSummary) -> [RemovedFinding] {
    summary.suites.compactMap { suite in
      let closures = closures(of: suite)
      return closures.isEmpty ? nil : RemovedFinding(closures: closures)
    }
  }

  /// The removed closures of a suite, in the plan's order.
  static func closures(of suite: SuiteSummary) -> [RemovedFinding.Closure] {
    let examined = FindingCases(suite)
    let closures = examined.valid.filter {
      suite.table.role(of: $0.id.workload) == .callsClosures
    }
    let floors = suite.yardsticks
    return closures.grouped(by: \.id.situation).flatMap { cases in
      // Awaited closures have another placement than other closures, and a floor of their own.
      let floor = { (summary: CaseSummary) in
        cases.filter {
          floors[$0.id.primitive] == .floor && $0.planned.placement == summary.planned.placement
        }.compactMap { examined.cost(of: $0) }.min { $0.value < $1.value }
      }
      return cases.compactMap { summary -> RemovedFinding.Closure? in
        guard floors[summary.id.primitive] == nil, let floor = floor(summary),
          let cost = examined.cost(of: summary), isWithin(floor, cost)
        else { return nil }
        return RemovedFinding.Closure(id: summary.id, cost: cost, floor: floor)
      }
    }
  }

  /// Whether a cost's interval overlaps the floor's or lies below it.
  private static func isWithin(_ floor: Estimate, _ cost: Estimate) -> Bool {
    guard let least = cost.interval?.low, let most = floor.interval?.high else { return false }
    return least <= most
  }
}
