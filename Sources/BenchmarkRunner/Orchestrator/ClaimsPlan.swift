package import BenchmarkModel

extension Profile {
  /// The profile of claims, with few launches of a case, but enough for an interval.
  package static let claims = Profile(
    name: "claims", summary: "the cases that claims need, with intervals", tier: .thorough,
    blocks: 12, steadyLaunches: 8,
    sampling: Sampling(warmups: 1, trials: 2, trialNanoseconds: 3_000_000), countedLaunches: 5,
    furtherShare: 0)

  /// The fewest launches of a case that give an interval.
  static let fewestBlocks = 5
}

extension Planner {
  /// The plan of the cases that claims need, with counts of allocations in some cases.
  ///
  /// The plan has as many of the profile's blocks as the budget holds, but at least the five that
  /// an interval needs. If five blocks are too many for the budget, the run ends before the last
  /// groups of cases.
  ///
  /// - Parameters:
  ///   - cases: The cases that claims need.
  ///   - groups: The sizes of the groups of cases, in the order of measurement; nil for one group.
  ///   - counted: The cases whose allocations are counted for a claim.
  ///   - suites: The suites that the cases are of.
  ///   - seed: The seed of the launches' order and of cases' random numbers.
  ///   - budgetNanoseconds: The time for the calibrations, the blocks and the counting, in ns.
  package func planClaims(
    _ cases: [CatalogCase], groups: [Int]? = nil, counted: Set<CaseID>, of suites: [Suite],
    seed: UInt64,
    budgetNanoseconds: UInt64
  ) -> Plan {
    let counting =
      counted.isEmpty ? nil : CountingPlan(events: [], passes: [.allocations])
    let whole = self.plan(
      cases, of: suites, profile: .claims, seed: seed, counting: counting)
    var countingPlan = whole.counting
    countingPlan?.cases = whole.cases.indices.filter { counted.contains(whole.cases[$0].id) }
    func plan(ofBlocks blocks: Int) -> Plan {
      Plan(
        profile: whole.profile, seed: seed, blocks: blocks, cases: whole.cases,
        tables: whole.tables, counting: countingPlan, further: whole.further,
        groups: groups)
    }
    let fewest = min(Profile.fewestBlocks, whole.blocks)
    let held = (fewest...whole.blocks).last {
      plan(ofBlocks: $0).expectedNanoseconds <= budgetNanoseconds
    }
    return plan(ofBlocks: held ?? fewest)
  }
}
