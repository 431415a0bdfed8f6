import BenchmarkModel
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the workloads of the suite `sync`: the references of cases, and their checks.
  @Suite struct SyncSuiteTests {
    private static let suite = SyncSuite.suite()
    private static let catalog = CaseCatalog(suites: [suite])

    private func plan(_ tier: Tier) throws -> Plan {
      let cases = try Self.catalog.cases(tier: tier, cpus: 2)
      return Planner(cpuOrder: [0, 1], isPinned: true).plan(
        cases, of: [Self.suite], profile: .standard, seed: 1)
    }

    @Test(arguments: [
      "sync/alone/serial-queue-sync/inside=0", "sync/alone/concurrent-queue-sync/inside=0",
      "sync/shared/serial-queue-sync/threads=2/inside=0",
      "sync/shared/concurrent-queue-sync/threads=2/inside=0",
      "sync/alone/serial-queue-async-drain/inside=0",
      "sync/alone/serial-queue-async-wait/inside=0",
    ])
    func `the basic cases of Dispatch's queues are in the headline tier`(name: String) throws {
      let names = try Self.catalog.cases(tier: .headline, cpus: 2).map(\.id.description)
      #expect(names.contains(name))
    }

    @Test
    func `a C counterpart is named after a Swift form, and is the reference of the form's cases`()
      throws
    {
      var twins = 0
      for workload in Self.suite.workloads {
        let names = Set(workload.primitives.map(\.name))
        for name in names where name.hasSuffix("-f") {
          #expect(names.contains(String(name.dropLast(2))), "\(workload.name)/\(name)")
          twins += 1
        }
      }
      #expect(twins >= 15)
      let plan = try plan(.thorough)
      let ids = Set(plan.cases.map(\.id.description))
      for planned in plan.cases
      where ["alone", "shared", "target-chain", "many-queues"].contains(planned.id.workload) {
        let parts = planned.id.description.split(separator: "/").map(String.init)
        let twin = (Array(parts[..<2]) + [parts[2] + "-f"] + Array(parts[3...])).joined(
          separator: "/")
        #expect(planned.reference?.description == (ids.contains(twin) ? twin : nil))
      }
    }

    @Test func `every sync form of the headline tier has its C counterpart as reference`() throws {
      let plan = try plan(.headline)
      let alone = plan.cases.filter {
        $0.id.workload == "alone" && $0.id.primitive.hasSuffix("sync")
      }
      #expect(alone.count == 3)
      #expect(alone.allSatisfy { $0.reference != nil })
    }

    @Test func `a case of free threads has the same case with bound threads as its reference`()
      throws
    {
      let plan = try plan(.thorough)
      let free = plan.cases.filter { $0.id.workload == "shared-unpinned" }
      #expect(!free.isEmpty)
      for planned in free {
        let reference = try #require(planned.reference)
        #expect(reference.workload == "shared" && reference.primitive == planned.id.primitive)
        #expect(reference.parameters == planned.id.parameters)
        let bound = try #require(plan.cases.first { $0.id == reference })
        let cpus = Array([0, 1].prefix(planned.id["threads"] ?? 0))
        #expect(planned.placement == .process(cpus: cpus))
        #expect(bound.placement == .pinned(cpus: cpus))
        #expect(planned.width == bound.width && planned.sampling == bound.sampling)
      }
      let names = try Self.catalog.cases(tier: .headline, cpus: 2).map(\.id.description)
      #expect(names.contains("sync/shared-unpinned/serial-queue-sync/threads=2/inside=0"))
    }

    @Test func `with an unpinned placement, free threads are placed like all others`() throws {
      let cases = try Self.catalog.cases(tier: .headline, cpus: 2)
      let plan = Planner(cpuOrder: [0, 1], isPinned: false).plan(
        cases, of: [Self.suite], profile: .quick, seed: 1)
      #expect(plan.cases.allSatisfy { $0.placement == .unpinned })
    }

    @Test
    func `thread counts go from one to at least the number of CPUs, except in the headline tier`()
      throws
    {
      func threads(_ workload: String, _ tier: Tier) throws -> [Int] {
        let cases = try Self.catalog.cases(tier: tier, cpus: 2)
        return Set(cases.filter { $0.id.workload == workload }.compactMap { $0.id["threads"] })
          .sorted()
      }
      #expect(try threads("shared", .headline) == [2])
      #expect(try threads("shared", .standard) == [1, 2, 4])
      #expect(try threads("shared", .thorough) == [1, 2, 4, 8])
      #expect(try threads("target-chain", .headline) == [])
      #expect(try threads("target-chain", .standard) == [1, 2])
      #expect(try threads("many-queues", .thorough) == [1, 2, 4])
    }

    @Test func `the order of service is recorded only for forms whose items exclude each other`()
      async throws
    {
      let context = Trials.context("p", [("threads", 2)])
      let serial = try await observations(
        of: submissionsProgram(context, ExclusionForm<SerialQueueSync>.self))
      #expect(serial == ["overtaken_by_most", "overtaking_percent", "stamp_ns"])
      let concurrent = try await observations(of: submissionsProgram(context, ConcurrentSync.self))
      #expect(concurrent == ["stamp_ns"])
    }

    @Test func `the wait of every submission is recorded, and the longest wait of each thread`()
      async throws
    {
      let program = submissionsProgram(
        Trials.context("p", [("threads", 2)]), ExclusionForm<SerialQueueSync>.self)
      let messages = try await Trials.messages(program)
      let operations = messages.threads.reduce(0) { $0 + $1.operations }
      #expect(messages.latencies.reduce(0) { $0 + $1.count } == operations)
      #expect(messages.threads.allSatisfy { $0.longestWaitNanoseconds != nil })
    }

    private func observations(of program: TrialProgram) async throws -> [String] {
      let names = try await Trials.messages(program).compactMap { message in
        if case .observation(let row) = message { row.name } else { nil }
      }
      return Set(names).sorted()
    }
  }
}
