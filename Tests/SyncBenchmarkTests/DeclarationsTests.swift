import BenchmarkModel
import FoundationEssentials
import SyncBenchmark
import Testing

@testable import BenchmarkRunner

@Suite struct DeclarationsTests {
  private let benchmarks = [
    Benchmark("cache/get", latencies: true) {},
    Benchmark("cache/mix", threads: [1, 2, .allCPUs], operationTime: .microseconds(1500)) {},
    Benchmark("load", threads: [3], latencies: true) { () async in },
  ]

  private func read(_ declarations: Declarations) throws -> Declarations {
    try JSONDecoder().decode(Declarations.self, from: JSONEncoder().encode(declarations))
  }

  private func description(_ catalog: CaseCatalog, cpus: Int) -> WorkerDescription {
    WorkerDescription(
      of: catalog,
      for: DescriptionRequest(
        selection: CaseSelection(), cpuOrder: Array(0..<cpus), isPinned: true),
      tool: ToolVersion(version: "1", commit: nil, executable: "1"))
  }

  @Test(arguments: [1, 2, 8])
  func `benchmarks have the same plan when declared to a tool as in their own executable`(cpus: Int)
    throws
  {
    let own = CaseCatalog(suites: [try Benchmarks.suite { benchmarks }])
    let declared = try read(Declarations(of: "mine", benchmarks, build: Build(of: nil))).catalog()
    let plans = [own, declared].map { description($0, cpus: cpus) }
    // Both plans have floors too, which are never declared: the library adds them.
    #expect(plans[0] == plans[1])
    #expect(plans[0].plan?.cases.isEmpty == false)
  }

  @Test func `a case is checked if its benchmark has a check, and a floor is never checked`() throws
  {
    let benchmarks = [
      Benchmark("cache/get") {}, Benchmark("cache/put", check: { _ in true }) {},
      Benchmark("load", check: { _ in true }) { () async in },
    ]
    let declared = try read(Declarations(of: "mine", benchmarks, build: Build(of: nil))).catalog()
    let cases = try #require(description(declared, cpus: 2).plan).cases
    #expect(cases.filter(\.isChecked).map(\.id.primitive) == ["put", "load"])
    #expect(cases.count == 5)
  }

  @Test func `declarations name the build of their executable`() throws {
    let build = Build(of: OwnTool(name: "shop", version: "2.1.0"), swift: "6.3.1")
    #expect(try read(Declarations(of: "mine", benchmarks, build: build)).build == build)
  }

  @Test func `declarations with a wrong name are refused, as in their own executable`() throws {
    let wrong = Benchmark("no path", file: "a.swift", line: 1) {}
    let declared = try read(Declarations(of: "mine", [wrong], build: Build(of: nil)))
    #expect(throws: BenchmarkError.badName("no path", place: "a.swift:1")) {
      try declared.catalog()
    }
  }

  @Test(arguments: ["../x", "", "A b", "mine/x"])
  func `a suite whose name is no name of a folder is refused`(name: String) throws {
    let declared = try read(Declarations(of: name, benchmarks, build: Build(of: nil)))
    #expect(throws: BenchmarkError.badSuiteName(name)) { try declared.catalog() }
  }

  @Test func `a study of a closure has the floors at its parameters`() throws {
    let catalog = CaseCatalog(suites: [
      try Benchmarks.suite {
        benchmarks
        Benchmark("cache/load", threads: [2]) { () async in }
      }
    ])
    let study = try CaseStudy(
      of: CaseID(parsing: "mine/cache/mix/threads=2"), in: catalog, cpus: 2)
    #expect(
      study.floors.map(\.id.description) == [
        "mine/cache/empty/threads=2", "mine/cache/empty-async/threads=2",
      ])
    #expect(study.cases.suffix(2).map(\.id) == study.floors.map(\.id))
  }
}
