import BenchmarkModel
import SyncPrimitives
import TestSupport
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  @Suite struct CoresSuiteTests {
    private static let two = MadeUpMachine.topology(nodes: 1, coresPerNode: 2, threads: 1)

    private static func plan(_ topology: CPUTopology, _ profile: Profile) throws -> Plan {
      var environment = EnvironmentProbe.probe()
      environment.topology = topology
      environment.scheduling.allowed = nil
      let described = environment
      let suites = [CoresSuite.suite { described }]
      let cpus = topology.cpus.map(\.id)
      let found = try CaseCatalog(suites: suites).cases(tier: profile.tier, cpus: cpus.count)
      return Planner(Placements(topology, allowed: cpus), .cores)
        .plan(found, of: suites, profile: profile, seed: 1)
    }

    private static func pairs(_ plan: Plan) -> [[Int]] {
      plan.cases.filter { $0.id.primitive == "store" }.map {
        let id = $0.id
        return ["from", "to"].compactMap { id[$0] }
      }
    }

    // MARK: Which pairs

    @Test
    func `a quick run has one pair of CPUs for each level (core to machine) that two can share`()
      throws
    {
      #expect(try Self.pairs(Self.plan(Self.two, .quick)) == [[0, 1]])
      #expect(
        try Self.pairs(Self.plan(MadeUpMachine.sixteen, .quick))
          == [[0, 1], [0, 2], [0, 4], [0, 8]])
      #expect(try Self.pairs(Self.plan(MadeUpMachine.sixtyFour, .quick)).count == 4)
      #expect(try Self.pairs(Self.plan(MadeUpMachine.many, .quick)).count == 4)
    }

    @Test(arguments: [(two, 1), (MadeUpMachine.sixteen, 120), (MadeUpMachine.sixtyFour, 2016)])
    func `on a machine with at most 64 CPUs, each pair is measured`(
      topology: CPUTopology, count: Int
    ) throws {
      let pairs = Self.pairs(try Self.plan(topology, .standard))
      #expect(pairs.count == count)
      #expect(Set(pairs).count == count)
      #expect(pairs.allSatisfy { $0[0] < $0[1] })
    }

    @Test
    func `64 of 288 CPUs are drawn: two whole cores from each of 16 clusters, half from each node`()
      throws
    {
      let topology = MadeUpMachine.many
      let pairs = Self.pairs(try Self.plan(topology, .standard))
      #expect(pairs.count == 2016)
      let drawn = Set(pairs.joined())
      #expect(drawn.count == CorePairs.mostCPUs)
      let cpus = topology.cpus.filter { drawn.contains($0.id) }
      #expect(cpus.allSatisfy { cpu in topology.siblings(of: cpu.id).allSatisfy(drawn.contains) })
      #expect(cpus.count { $0.node == 0 } == 32)
      let clusters = Dictionary(grouping: cpus, by: \.cluster)
      #expect(clusters.count == 16 && clusters.values.allSatisfy { $0.count == 4 })
      let kinds = Set(pairs.compactMap { topology.sharing($0[0], $0[1]) })
      #expect(kinds == Set(CPUSharing.allCases))
      #expect(try Self.pairs(Self.plan(topology, .standard)) == pairs)
    }

    @Test func `a machine with one CPU has no pair of CPUs`() {
      let one = MadeUpMachine.topology(nodes: 1, coresPerNode: 1, threads: 1)
      #expect(CorePairs(one, allowed: [0]).all.isEmpty)
      #expect(throws: CatalogError.needsTwoCPUs("cores")) { try Self.plan(one, .quick) }
    }

    @Test func `each case is placed on the two CPUs of its pair`() throws {
      let plan = try Self.plan(MadeUpMachine.sixteen, .quick)
      for planned in plan.cases {
        #expect(planned.placement.cpus == ["from", "to"].compactMap { planned.id[$0] })
        #expect(planned.width == 2)
      }
    }

    @Test(arguments: [two, MadeUpMachine.sixteen, MadeUpMachine.many])
    func `the plans of smoke and quick take a few seconds at most`(topology: CPUTopology) throws {
      #expect(try Self.plan(topology, .smoke).expectedNanoseconds < 1_000_000_000)
      #expect(try Self.plan(topology, .quick).expectedNanoseconds < 2_500_000_000)
    }

    @Test func `the pairs of 64 CPUs take 4 to 15 minutes`() throws {
      let plan = try Self.plan(MadeUpMachine.sixtyFour, .standard)
      let minutes = Double(plan.expectedNanoseconds) / 60e9
      #expect((4...15).contains(minutes))
    }

    // MARK: The check

    @Test(arguments: ["store", "exchange", "futex-wake"])
    func `the threads hand over a word, and miss none of its values`(means: String) async throws {
      let rows = try await Trials.rows(try Self.program("hand-over", means), least: 3)
      #expect(rows.allSatisfy { $0.isVerified })
      #expect(rows.contains { $0.operations > 2 })
    }

    @Test(.enabled(if: Trials.canOverlap))
    func `a hand-over that does not wait is caught`() async throws {
      let violation = try await Trials.violation(of: try Self.program("control", "broken-no-wait"))
      #expect(violation?.contains("a value was not one more than the thread's last") == true)
    }

    @Test func `values out of order, lost values and unequal turns are found`() {
      func found(_ given: [UInt64], faults: UInt64 = 0, word: UInt64) -> String? {
        let tallies = given.map { given in
          var tally = HandOverTally()
          tally.given = given
          tally.faults = faults
          return tally
        }
        return concludeHandOvers(tallies, given: word).violation
      }
      #expect(found([5, 4], word: 9) == nil)
      #expect(found([1 << 31, 1 << 31], word: 0) == nil)
      #expect(
        found([5, 4], faults: 1, word: 9)
          == "2 faults in 9 hand-overs: a value was not one more than the thread's last value, or the "
          + "word had changed before it was given back")
      #expect(found([5, 4], word: 8) == "the word is 8 after it was given 9 times")
      #expect(found([6, 4], word: 10) == "one thread gave the word 6 times, the other 4")
    }

    private static func program(_ workload: String, _ primitive: String) throws -> TrialProgram {
      let id = CaseID(
        suite: "cores", workload: workload, primitive: primitive,
        parameters: [Parameter("from", 0), Parameter("to", 1)])
      let found = try CaseCatalog(suites: [CoresSuite.suite()]).find(id)
      return found.primitive.prepare(Trials.context(id))
    }
  }

  @Suite struct LoopWidthTests {
    private static func widths(_ cpus: Int, _ tier: Tier) throws -> [Int] {
      var selection = CaseSelection()
      selection.suites = ["concurrent-perform"]
      selection.primitives = ["concurrent-perform"]
      let found = try CaseCatalog(suites: BuiltInSuites.all()).cases(
        tier: tier, cpus: cpus, selection: selection)
      return Set(found.compactMap { $0.id["width"] }).sorted()
    }

    @Test func `parallel loops reach the width of all CPUs in every tier`() throws {
      for cpus in [2, 16, 24, 64, 288] {
        for tier in [Tier.headline, .standard, .thorough] {
          #expect(try Self.widths(cpus, tier).last == cpus)
        }
      }
    }

    @Test func `a curve over the widths has the powers of two and the number of CPUs`() throws {
      #expect(try Self.widths(16, .standard) == [1, 2, 4, 8, 16])
      #expect(try Self.widths(64, .standard) == [1, 2, 4, 8, 16, 32, 64])
      #expect(try Self.widths(24, .standard) == [1, 2, 4, 8, 16, 24])
    }

    @Test func `a parallel loop on all CPUs of two nodes is placed on all of them`() throws {
      var selection = CaseSelection()
      selection.suites = ["concurrent-perform"]
      selection.primitives = ["concurrent-perform"]
      let suites = BuiltInSuites.all()
      let topology = MadeUpMachine.sixtyFour
      let found = try CaseCatalog(suites: suites).cases(
        tier: .standard, cpus: 64, selection: selection)
      let plan = Planner(Placements(topology, allowed: Array(0..<64)), .cores)
        .plan(found, of: suites, profile: .standard, seed: 1)
      for planned in plan.cases where planned.id["width"] != nil {
        #expect(planned.placement.cpus.count == planned.id["width"])
      }
      #expect(plan.cases.contains { $0.placement.cpus == Array(0..<64) })
    }
  }
}
