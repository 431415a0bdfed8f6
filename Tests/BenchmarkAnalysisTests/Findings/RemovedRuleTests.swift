import BenchmarkAnalysis
import BenchmarkModel
import TestSupport
import Testing

@Suite struct RemovedRuleTests {
  private var run = MadeRun(suite: "mine")

  init() {
    run.workloads = [
      WorkloadDescription("cache", .callsClosures), WorkloadDescription("store", .callsClosures),
    ]
    run.primitives = [
      PrimitiveDescription(name: "empty", summary: "", traits: [], yardstick: .floor)
    ]
    add("cache/empty", 1.9, 2, 2.1)
  }

  private mutating func add(_ name: String, _ costs: Double...) {
    run.add(name, (0..<9).map { TestSupport.costs([costs[$0 % costs.count]], operations: 100_000) })
  }

  private var closures: [RemovedFinding.Closure] {
    run.surprises { if case .removed(let finding) = $0 { finding } else { nil } }
      .flatMap(\.closures)
  }

  @Test(arguments: [(1.5, 1), (2.05, 1), (2.2, 0), (30, 0)])
  func `a closure counts as optimised away if it costs no more than a closure that does nothing`(
    cost: Double, found: Int
  ) {
    var tests = RemovedRuleTests()
    tests.add("cache/get", cost)
    #expect(tests.closures.map(\.id.primitive) == (found == 1 ? ["get"] : []))
  }

  @Test mutating func `a removed closure is not the fastest`() {
    add("cache/gone", 1.5)
    add("cache/get", 30)
    add("cache/put", 60)
    let ranked = run.summary.suites[0].rankings()[0].ranked
    #expect(ranked.map(\.role) == [.removed, .floor, .contender, .contender])
    #expect(ranked.prefix(3).map(\.ratioToBest) == [nil, nil, 1])
    let fastest = RunFindings(run.summary).fastest
    #expect(fastest.map { $0.best.map(\.summary.id.primitive) } == [["get"]])
    #expect(fastest.map(\.contenders) == [2])
    #expect(run.summary.suites[0].removedClosures.map(\.primitive) == ["gone"])
  }

  @Test mutating func `a workload that calls no closures is not examined`() {
    run.workloads = []
    add("cache/get", 1)
    #expect(closures.isEmpty)
  }

  @Test mutating func `an awaited closure is not compared with the floor of another placement`() {
    run.add(
      "cache/load", placement: .process(cpus: [0, 1]),
      (0..<9).map { _ in costs([1], operations: 100_000) })
    #expect(closures.isEmpty)
  }

  @Test mutating func `a broken closure leaves other closures of its name in the ranking`() {
    add("store/get", 30)
    run.add("cache/get", (0..<9).map { _ in costs(30).broken("wrong") })
    let suite = run.summary.suites[0]
    #expect(suite.brokenPrimitives == ["cache/get"])
    #expect(
      suite.rankings().flatMap(\.ranked).map(\.summary.id.description).contains("mine/store/get"))
  }
}
