import BenchmarkModel
import Testing

@testable import BenchmarkRunner

/// The counting part of a plan.
@Suite struct CountingPlanTests {
  private let profile = CatalogFixture.profile

  private func counting(
    passes: [CountingPass] = CountingPass.allCases, budget: UInt64? = nil
  ) throws -> Plan {
    let cases = try CatalogFixture.catalog.cases(
      tier: .headline, cpus: 2, selection: CaseSelection())
    return Planner(cpuOrder: [0, 1], isPinned: true).plan(
      cases, of: CatalogFixture.suites, profile: profile, seed: 7, budgetNanoseconds: budget,
      counting: CountingPlan(events: RunFixture.events, passes: passes))
  }

  @Test func `all cases except the controls are counted, as often as the profile says`() throws {
    let plan = try counting()
    let counting = try #require(plan.counting)
    #expect(counting.launches == 2)
    #expect(counting.sampling == nil)
    let counted = Set(counting.cases.map { plan.cases[$0].id })
    #expect(!counted.contains { $0.primitive == "no-lock" && $0.workload == "contended" })
    #expect(counted.count == plan.cases.count { !$0.isNegativeControl })
    #expect(plan.defect == nil)
  }

  @Test func `each counted event is a neutral column after the suite's own columns`() throws {
    let table = try #require(try counting().tables.first)
    #expect(
      table.columns.map(\.name) == [
        "ns_per_op", "fast_ns_per_op", "slow_ns_per_op", "slow_time_share", "page_faults_per_op",
        "breakpoint_per_op", "run_queue_ns_per_op", "energy_uj_per_op",
        "allocations_per_op", "allocated_bytes_per_op", "callgrind_instructions_per_op",
        "frequency_khz",
      ])
    #expect(table.columns.dropFirst().allSatisfy { $0.polarity == .neutral })
    #expect(table.columns.dropFirst(4).allSatisfy { $0.isCounted })
    #expect(
      try counting(passes: [.allocations]).tables[0].columns.map(\.name).suffix(2) == [
        "allocations_per_op", "allocated_bytes_per_op",
      ])
  }

  @Test func `a plan without counting has no column of counts`() throws {
    let cases = try CatalogFixture.catalog.cases(tier: .headline, cpus: 2)
    let plan = Planner(cpuOrder: [0, 1], isPinned: true).plan(
      cases, of: CatalogFixture.suites, profile: profile, seed: 7)
    #expect(plan.counting == nil)
    #expect(!plan.tables.flatMap(\.columns).contains { $0.isCounted })
  }

  @Test func `a budget includes the counting, and leaves at least one block`() throws {
    let whole = try counting()
    let bare = try counting(passes: [])
    let budget = bare.expectedNanoseconds
    #expect(whole.expectedNanoseconds > budget)
    #expect(try counting(passes: [], budget: budget).blocks == profile.blocks)
    let trimmed = try counting(budget: budget)
    #expect(trimmed.blocks < profile.blocks)
    #expect(try counting(budget: whole.expectedNanoseconds).blocks == profile.blocks)
    #expect(try counting(budget: 1).blocks == 1)
  }
}
