import BenchmarkModel
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the listed cases, most of which are run in the same way as by a worker.
  @Suite struct SuiteCaseTests {
    private static let catalog = CaseCatalog(suites: BuiltInSuites.all())

    @Test func `every listed lock names its module, and a user's own lock need not`() {
      let all = BuiltInSuites.all(adding: [CounterEntry("mine", "my lock", lock: NoLock.self)])
      let locks = all.filter { ["locks", "barrier"].contains($0.name) }
        .flatMap(\.primitiveDescriptions)
      // A rendezvous is not a lock, so it has no module.
      let meetings: Set = [
        "pthread-barrier", "sense-reversing-barrier", "dissemination-barrier", "dispatch-group",
        "task-group",
      ]
      let unnamed = locks.filter { $0.module == nil && !meetings.contains($0.name) }
      #expect(unnamed.map(\.name) == ["mine"])
      func module(_ name: String) -> String? { locks.first { $0.name == name }?.module }
      #expect(module("mutex") == "Synchronization")
      #expect(module("ns-lock") == "Foundation")
      #expect(module("nio-lock") == "NIOConcurrencyHelpers")
      #expect(module("dispatch-semaphore") == "Dispatch")
      #expect(module("spin-park-futex") == "SyncPrimitives")
    }

    @Test func `a user's lock that guards data is measured with readers and in a cache too`()
      async throws
    {
      let entry = CounterEntry("mine", "my lock", lock: PthreadMutex.self)
      func cases(_ entry: CounterEntry) throws -> [CatalogCase] {
        var selection = CaseSelection()
        selection.primitives = ["mine"]
        return try CaseCatalog(suites: BuiltInSuites.all(adding: [entry])).cases(
          tier: .headline, cpus: 2, selection: selection
        ).filter { $0.id.suite != "locks" }
      }
      #expect(try cases(entry).isEmpty)
      let guarding = try cases(entry.guardingData(with: PthreadMutex.self))
      #expect(Set(guarding.map(\.id.workload)) == ["read-mix", "cache"])
      for found in guarding { try await Trials.expectVerified(found, operations: 100) }
    }

    @Test func `each workload that shares data has the first usual choice and the usual queue`()
      throws
    {
      for suite in BuiltInSuites.all() where !suite.usualChoices.isEmpty {
        let sharing = suite.workloads.filter { $0.role == .sharesData }
        let names = sharing.map { Set($0.primitives.map(\.name)) }
        #expect(!names.isEmpty && names.allSatisfy { $0.contains(suite.usualChoices[0]) })
        let queue = suite.usualQueue
        #expect(queue == nil || names.allSatisfy { $0.contains(queue ?? "") })
      }
      let sharing = BuiltInSuites.all().flatMap { suite in
        suite.workloads.filter { $0.role == .sharesData }.map { "\(suite.name)/\($0.name)" }
      }
      #expect(
        sharing == ["locks/uncontended", "locks/contended", "barrier/read-mix", "structures/cache"])
    }

    static let names: [String] = {
      let found = try? catalog.cases(tier: .headline, cpus: max(2, Trials.cpus.count))
      return (found ?? []).filter { endsHere($0.expectation) }.map(\.id.description) + further
        + behaviours
    }()

    /// The cases of the suite `behaviour`, which are not in the headline tier.
    private static let behaviours: [String] = {
      Sweep(suite: "behaviour", tier: .thorough).cases.filter { endsHere($0.expectation) }
        .map(\.id.description)
    }()

    /// The workloads of locks beyond the headline tier, at small sizes.
    private static let further: [String] = {
      let sizes: [LockWorkload: [String: [Int]]] = [
        .handoff: [:], .contendedExponential: [:], .manyLocks: ["locks": [2, 64]],
        .tryLock: ["inside": [0, 200]], .idle: ["threads": [2]], .burst: ["threads": [2]],
        .nested: ["depth": [1, 3]],
        .oversubscribed: ["threads": [2, 5]], .inversion: [:],
        .fixedCount: ["tasks": [1, 3], "count": [2000]],
        .fixedCountThreads: ["threads": [1, 3], "count": [2000]],
      ]
      return LockWorkload.allCases.flatMap { workload -> [String] in
        guard let values = sizes[workload] else { return [] }
        // The headline tier has no recursive lock.
        let tier = workload == .nested ? Tier.standard : .headline
        return Sweep(suite: "locks", workloads: [workload.rawValue], tier: tier, values: values)
          .cases.map(\.id.description)
      }
    }()

    /// Cases beyond the headline tier, at sizes that take very little time.
    private struct Sweep {
      var suite: String
      var workloads: Set<String>?
      var tier = Tier.standard
      var values: [String: [Int]] = [:]
      var operations: UInt64 = 500

      var cases: [CatalogCase] {
        var selection = CaseSelection()
        selection.suites = [suite]
        selection.workloads = workloads.map { $0.sorted() } ?? []
        selection.overrides = values
        let found = try? SuiteCaseTests.catalog.cases(
          tier: tier, cpus: max(2, Trials.cpus.count), selection: selection)
        return found ?? []
      }
    }

    private static let sweeps = [
      Sweep(
        suite: "dispatch",
        values: [
          "items": [1, 9], "threads": [2], "rest": [0, 20_000], "delay": [50_000, 700_000],
          "period": [200_000], "leeway": [0, 100_000], "calls": [1, 5], "quiet": [100_000],
          "block": [0, 100_000], "leaves": [1, 9], "limit": [0, 20_000],
        ], operations: 1),
      Sweep(
        suite: "operations",
        values: [
          "items": [1, 9], "length": [1, 9], "branches": [1, 5], "failures": [1, 2],
          "delay": [50_000],
        ], operations: 1),
      Sweep(
        suite: "sync", workloads: ["shared-unpinned", "waits", "target-chain", "many-queues"],
        tier: .thorough,
        values: ["threads": [1, 3], "inside": [0, 200], "depth": [1, 3], "queues": [1, 5]]),
      Sweep(suite: "tasks"), Sweep(suite: "threads"), Sweep(suite: "structures"),
    ]
    // Controls are tested elsewhere, because a control may pass if two threads can't overlap.
    static let swept = sweeps.flatMap { sweep in
      sweep.cases.filter { $0.expectation == .valid }
        .map { [$0.id.description, "\(sweep.operations)"] }
    }

    @Test(arguments: swept)
    func `a case beyond the headline tier passes its check`(nameAndOperations: [String])
      async throws
    {
      try await Trials.expectVerified(
        try Self.catalog.find(try CaseID(parsing: nameAndOperations[0])),
        operations: try #require(UInt64(nameAndOperations[1])))
    }

    @Test(arguments: sweeps.prefix(4).map(\.suite))
    func `the first four sweeps have all their workloads, the first two with all primitives`(
      name: String
    ) throws {
      let sweep = try #require(Self.sweeps.first { $0.suite == name })
      let suite = try #require(Self.catalog.suites.first { $0.name == name })
      let isWhole = sweep.operations == 1
      let run = sweep.cases.map { [$0.id.workload] + (isWhole ? [$0.id.primitive] : []) }
      let workloads = suite.workloads.filter { sweep.workloads?.contains($0.name) ?? true }
      let listed = workloads.flatMap { workload in
        isWhole ? workload.primitives.map { [workload.name, $0.name] } : [[workload.name]]
      }
      #expect(Set(run) == Set(listed))
    }

    // The built-in locks are proven, so only a user's own locks have cases of the workload
    // `exclusion`, which CommandLineTests run.
    @Test(arguments: LockWorkload.allCases.filter { $0 != .exclusion })
    func `every workload of the locks suite has cases that are run here`(workload: LockWorkload) {
      #expect(Self.names.contains { $0.hasPrefix("locks/\(workload.rawValue)/") })
    }

    /// Whether a case ends with a result in this process; the other controls are tested in separate
    /// processes.
    private static func endsHere(_ expectation: BenchmarkModel.Expectation) -> Bool {
      switch expectation {
      case .valid, .invalid: true
      case .hangs, .unsound, .open: false
      }
    }

    // The suite `cores` needs two CPUs.
    @Test func `the cases that are run here include every suite`() {
      #expect(
        Set(Self.names.map { String($0.prefix { $0 != "/" }) })
          == Set(Self.catalog.suites.map(\.name)).subtracting(Trials.canOverlap ? [] : ["cores"]))
    }

    @Test(arguments: names)
    func `the check of a case has the expected result`(name: String) async throws {
      let found = try Self.catalog.find(try CaseID(parsing: name))
      if found.expectation == .valid {
        return try await Trials.expectVerified(
          found, operations: 2 * UInt64(found.id["iterations"] ?? 500))
      }
      try await Trials.expectCaught(
        of: found.primitive.prepare(Trials.context(found.id)))
    }

    @Test(arguments: [Tier.headline, .standard, .thorough], [1, 2, 6, 1024])
    func `the cases of a tier have unique names, and can be found by them`(
      tier: Tier, cpus: Int
    ) throws {
      let cases = try Self.catalog.cases(tier: tier, cpus: cpus)
      #expect(Set(cases.map(\.id)).count == cases.count)
      for one in cases {
        #expect(try CaseID(parsing: one.id.description) == one.id)
        #expect(try Self.catalog.find(one.id).id == one.id)
      }
    }

    @Test(
      arguments: [
        ("locks", ["waits": "wait_p99_ns", "idle": "idle_max_ns", "burst": "burst_p50_ns"]),
        (
          "barrier",
          ["writer-waits": "wait_p99_ns", "reader-waits": "wait_p99_ns", "read-mix": "ns_per_op"]
        ),
        ("sync", ["waits": "wait_p99_ns"]),
        (
          "dispatch",
          [
            "after": "lateness_p50_ns", "timer": "lateness_p50_ns", "debounce": "lateness_p50_ns",
            "latency": "latency_p50_ns",
          ]
        ),
      ] as [(String, [String: String])])
    func `a timed workload is ranked by its times, and any other by its cost`(
      name: String, timed: [String: String]
    ) throws {
      let suite = try #require(Self.catalog.suites.first { $0.name == name })
      let others = name == "sync" ? Set(suite.workloads.map(\.name)) : []
      for workload in others.union(timed.keys) {
        let ranked = suite.columns.first {
          $0.polarity != .neutral && ($0.workloads.isEmpty || $0.workloads.contains(workload))
        }
        #expect(ranked?.name == timed[workload] ?? "ns_per_op")
      }
    }

    @Test func `primitives are named in kebab case and described on one line`() {
      for primitive in Self.catalog.suites.flatMap(\.workloads).flatMap(\.primitives) {
        #expect(CaseID.isKebabCase(primitive.name))
        #expect(!primitive.summary.isEmpty && !primitive.summary.contains("\n"))
      }
    }
  }
}
