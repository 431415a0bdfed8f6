package import BenchmarkModel

extension Profile {
  /// The profile of claims: launches enough for intervals, and no more.
  package static let claims = Profile(
    name: "claims", summary: "the cases that claims need, with intervals", tier: .thorough,
    blocks: 12, steadyLaunches: 8,
    sampling: Sampling(warmups: 1, trials: 2, trialNanoseconds: 3_000_000), countedLaunches: 5,
    furtherShare: 0)

  /// The launches of a case without which there is no interval.
  static let fewestBlocks = 5
}

extension Planner {
  /// The plan of the cases that claims need, with counts of allocations in some cases.
  ///
  /// As many blocks as the budget holds, but enough for intervals: cases beyond the budget are then left out, the
  /// last groups first.
  ///
  /// - Parameters:
  ///   - cases: The cases that claims need.
  ///   - groups: The sizes of the groups of cases, in their order, that are measured one after the other; nil for one
  ///     group.
  ///   - counted: The cases of which a claim asks a count.
  ///   - suites: The suites that the cases are of.
  ///   - seed: The seed of the launches' order and of cases' random numbers.
  ///   - budgetNanoseconds: The time for the blocks, in ns.
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
