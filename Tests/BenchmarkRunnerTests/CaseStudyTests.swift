import BenchmarkModel
import Testing

@testable import BenchmarkRunner

@Suite struct CaseStudyTests {
  private static func primitive(_ name: String, survives: String? = "yes") -> MeasuredPrimitive {
    CatalogFixture.primitive(
      name, traits: survives.map { [Trait("survives_oversubscription", $0)] } ?? [])
  }

  private static let locks = [
    primitive("mutex"), primitive("ticket", survives: "no"), primitive("futex"),
    primitive("counter", survives: nil),
    CatalogFixture.primitive("no-lock") { id in
      (id["threads"] ?? 1) > 1 ? .invalid(reason: "it excludes nobody") : .valid
    },
  ]

  private static let threads = Axis("threads", .threads) { _, cpus, _ in [cpus] }
  private static let inside = Axis(
    "inside", .nanoseconds, headline: [0], standard: [0, 200], thorough: [0, 200])

  private static func suites(kernel: String? = "loop") -> [Suite] {
    let own = ThreadPolicy.own(parameter: "threads")
    return [
      Suite(
        name: "locks", summary: "locks",
        columns: [MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)],
        workloads: [
          Workload(
            name: "uncontended", operation: "one", axes: [inside], pace: .operations,
            summaryLevel: 0, threads: .single, kernel: kernel, primitives: locks),
          Workload(
            name: "contended", operation: "one", axes: [threads, inside], pace: .window,
            summaryLevel: 0.25, threads: own, primitives: locks),
          Workload(
            name: "waits", operation: "one", axes: [threads, inside], pace: .window,
            summaryLevel: 0.25, threads: own, role: .timesWaits, primitives: [locks[0], locks[1]]),
        ])
    ]
  }

  private func study(
    _ name: String, cpus: Int = 2, kernel: String? = "loop"
  ) throws -> CaseStudy {
    try CaseStudy(
      of: CaseID(parsing: "locks/" + name), in: CaseCatalog(suites: Self.suites(kernel: kernel)),
      cpus: cpus)
  }

  @Test func `rivals are the other primitives at the same parameters, without controls`() throws {
    let study = try study("contended/mutex/threads=2/inside=200")
    #expect(study.subject.id.description == "locks/contended/mutex/threads=2/inside=200")
    #expect(
      study.rivals.map(\.id.description) == [
        "locks/contended/ticket/threads=2/inside=200",
        "locks/contended/futex/threads=2/inside=200",
        "locks/contended/counter/threads=2/inside=200",
      ])
    // A primitive that is a control only with several threads is a rival in cases of one thread.
    let alone = try self.study("contended/mutex/threads=1/inside=0")
    #expect(alone.rivals.contains { $0.id.primitive == "no-lock" })
  }

  @Test func `with more threads than CPUs, a lock that would stall is no rival`() throws {
    let study = try study("contended/mutex/threads=3/inside=0", cpus: 2)
    #expect(study.rivals.map(\.id.primitive) == ["futex", "counter"])
    let own = try self.study("contended/ticket/threads=3/inside=0", cpus: 2)
    #expect(own.subject.id.primitive == "ticket")
    #expect(own.rivals.map(\.id.primitive) == ["mutex", "futex", "counter"])
  }

  @Test func `rivals can be limited only if the subject declares traits`() throws {
    var study = try study("contended/mutex/threads=2/inside=0")
    study.keepRivals { !$0.traits.isEmpty }
    #expect(study.rivals.map(\.id.primitive) == ["ticket", "futex"])
    var undeclared = try self.study("contended/counter/threads=2/inside=0")
    undeclared.keepRivals { _ in false }
    #expect(undeclared.rivals.count == 3)
  }

  @Test func `the twins are the primitive's case with one thread, and its case that times waits`()
    throws
  {
    let study = try study("contended/mutex/threads=2/inside=200")
    #expect(study.uncontended?.id.description == "locks/uncontended/mutex/inside=200")
    #expect(study.waits?.id.description == "locks/waits/mutex/threads=2/inside=200")
    #expect(
      study.cases.map(\.id.description).prefix(3) == [
        "locks/contended/mutex/threads=2/inside=200", "locks/uncontended/mutex/inside=200",
        "locks/waits/mutex/threads=2/inside=200",
      ])
    #expect(study.cases.count == 6)
  }

  @Test func `a case is never its own twin, and some cases have no twin`() throws {
    let alone = try study("uncontended/mutex/inside=0")
    #expect(alone.uncontended == nil && alone.waits == nil)
    let waits = try study("waits/ticket/threads=2/inside=0")
    #expect(waits.waits == nil)
    #expect(waits.uncontended?.id.description == "locks/uncontended/ticket/inside=0")
    #expect(try study("contended/futex/threads=2/inside=0").waits == nil)
    // If no single-threaded workload has a known loop, the twin is the case of the same workload
    // with one thread.
    let own = try study("contended/mutex/threads=2/inside=0", kernel: nil).uncontended
    #expect(own?.id.description == "locks/contended/mutex/threads=1/inside=0")
    let single = try study("contended/mutex/threads=1/inside=0", kernel: nil)
    #expect(single.uncontended == nil)
  }

  @Test(arguments: ["contended/clh/threads=2/inside=0", "contended/mutex", "nothing/mutex"])
  func `a case that does not exist has no study`(name: String) {
    #expect(throws: CatalogError.self) { try study(name) }
  }

  // MARK: The plan

  private func plan(_ name: String, othersNanoseconds: UInt64 = 2_500_000_000) throws -> Plan {
    Planner(cpuOrder: [0, 1], isPinned: true).plan(
      try study(name), of: Self.suites(), seed: 3,
      counting: CountingPlan(events: RunFixture.events), othersNanoseconds: othersNanoseconds)
  }

  @Test func `the subject comes first, has the most launches and is the only counted case`() throws
  {
    let plan = try plan("contended/mutex/threads=2/inside=0")
    #expect(plan.defect == nil)
    #expect(plan.seed == 3 && plan.profile == "profile")
    #expect(plan.cases[0].id.primitive == "mutex" && plan.cases[0].id.workload == "contended")
    #expect(plan.cases.count == 6)
    let launches = plan.cases.map { $0.launches(ofBlocks: plan.blocks) }
    #expect(launches[0] == plan.blocks)
    #expect(launches.dropFirst().allSatisfy { $0 < launches[0] && $0 >= 1 })
    #expect(plan.counting?.cases == [0])
    #expect(Set(plan.countedSchedule().map(\.caseIndex)) == [0])
    #expect(plan.counting?.events == RunFixture.events)
    #expect((plan.counting?.launches ?? 0) >= 3)
    #expect(
      (plan.counting?.sampling?.trialNanoseconds ?? 0) > plan.cases[0].sampling.trialNanoseconds)
    #expect(plan.tables[0].columns.contains { $0.isCounted })
  }

  @Test
  func `the other cases get one launch each if their time is 0, three each if it is an hour`()
    throws
  {
    for (nanoseconds, launches) in [(0, 1), (3_600_000_000_000, 3)] as [(UInt64, Int)] {
      let plan = try plan("contended/mutex/threads=2/inside=0", othersNanoseconds: nanoseconds)
      #expect(
        plan.cases.dropFirst().allSatisfy { $0.launches(ofBlocks: plan.blocks) == launches })
      #expect(plan.cases[0].launches(ofBlocks: plan.blocks) == 8)
    }
  }

  @Test func `a case without rivals or twins has a study`() throws {
    let suites = [
      Suite(
        name: "locks", summary: "locks", columns: [],
        workloads: [
          Workload(
            name: "uncontended", operation: "one", axes: [], pace: .operations, summaryLevel: 0,
            threads: .single, primitives: [Self.primitive("mutex")])
        ])
    ]
    let study = try CaseStudy(
      of: CaseID(parsing: "locks/uncontended/mutex"), in: CaseCatalog(suites: suites), cpus: 1)
    let plan = Planner(cpuOrder: [0], isPinned: true).plan(
      study, of: suites, seed: 1, counting: CountingPlan(events: []))
    #expect(plan.cases.count == 1)
    #expect(plan.defect == nil)
  }
}
