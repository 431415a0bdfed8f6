import BenchmarkModel
import Testing

@testable import BenchmarkRunner

/// What is planned to test claims.
@Suite struct ClaimsPlanTests {
  private func planClaims(budget: UInt64, counted: Set<CaseID> = []) throws -> Plan {
    let cases = try CatalogFixture.catalog.cases(tier: .headline, cpus: 2)
    return Planner(cpuOrder: [0, 1], isPinned: true).planClaims(
      cases, counted: counted, of: CatalogFixture.suites, seed: 7, budgetNanoseconds: budget)
  }

  @Test func `claims get as many blocks as their budget holds, and one at least`() throws {
    let most = try planClaims(budget: .max)
    #expect(most.blocks == Profile.claims.blocks)
    #expect(most.counting == nil)
    #expect(try planClaims(budget: most.expectedNanoseconds).blocks == most.blocks)
    let fewer = try planClaims(budget: most.expectedNanoseconds / 2)
    #expect(1 < fewer.blocks && fewer.blocks < most.blocks)
    #expect(fewer.expectedNanoseconds <= most.expectedNanoseconds / 2)
    #expect(try planClaims(budget: 1).blocks == 1)
  }

  @Test func `allocations are counted of the cases that a claim counts, and of no other`() throws {
    let all = try planClaims(budget: .max)
    let second = all.cases[1].id
    let counting = try #require(try planClaims(budget: .max, counted: [second]).counting)
    #expect(counting.cases == [1])
    #expect(counting.passes == [.allocations])
    #expect(counting.events.isEmpty)
  }
}
