import BenchmarkModel
import Testing

@testable import BenchmarkRunner

/// The plans of runs that test claims.
@Suite struct ClaimsPlanTests {
  private func planClaims(budget: UInt64, counted: Set<CaseID> = []) throws -> Plan {
    let cases = try CatalogFixture.catalog.cases(tier: .headline, cpus: 2)
    return Planner(cpuOrder: [0, 1], isPinned: true).planClaims(
      cases, counted: counted, of: CatalogFixture.suites, seed: 7, budgetNanoseconds: budget)
  }

  @Test
  func `claims get the blocks that fit their budget, and at least the five that intervals need`()
    throws
  {
    let most = try planClaims(budget: .max)
    #expect(most.blocks == Profile.claims.blocks)
    #expect(most.counting == nil)
    #expect(try planClaims(budget: most.expectedNanoseconds).blocks == most.blocks)
    let least = try planClaims(budget: 1).expectedNanoseconds
    let part = (least + most.expectedNanoseconds) / 2
    let fewer = try planClaims(budget: part)
    #expect(5 < fewer.blocks && fewer.blocks < most.blocks)
    #expect(fewer.expectedNanoseconds <= part)
    #expect(try planClaims(budget: 1).blocks == 5)
  }

  @Test func `a group of cases has all of its launches before the next group begins`() throws {
    let cases = try CatalogFixture.catalog.cases(tier: .headline, cpus: 2)
    let plan = Planner(cpuOrder: [0, 1], isPinned: true).planClaims(
      cases, groups: [2, 1], counted: [], of: CatalogFixture.suites, seed: 7, budgetNanoseconds: 1)
    let groups = plan.schedule().map { $0.caseIndex < 2 ? 0 : $0.caseIndex < 3 ? 1 : 2 }
    #expect(Set(groups) == [0, 1, 2])
    #expect(groups == groups.sorted())
    #expect(Set(plan.schedule()).count == plan.schedule().count)
    #expect(
      Set(plan.schedule()) == Set(try planClaims(budget: 1).schedule()))
    // Each group begins with block 0.
    #expect(plan.schedule().first { $0.caseIndex >= 3 }?.block == 0)
  }

  @Test func `allocations are counted only in the cases whose counts a claim needs`() throws {
    let all = try planClaims(budget: .max)
    let second = all.cases[1].id
    let counting = try #require(try planClaims(budget: .max, counted: [second]).counting)
    #expect(counting.cases == [1])
    #expect(counting.passes == [.allocations])
    #expect(counting.events.isEmpty)
  }
}
