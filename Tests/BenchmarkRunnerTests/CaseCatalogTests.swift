import BenchmarkModel
import BenchmarkRunner
import Testing

@Suite struct CaseCatalogTests {
  private let catalog = CatalogFixture.catalog

  private func names(
    _ tier: Tier = .headline, cpus: Int = 2, _ change: (inout CaseSelection) -> Void = { _ in }
  ) throws -> [String] {
    try cases(tier, cpus: cpus, change).map(\.id.description)
  }

  private func cases(
    _ tier: Tier = .headline, cpus: Int = 2, _ change: (inout CaseSelection) -> Void = { _ in }
  ) throws -> [CatalogCase] {
    var selection = CaseSelection()
    change(&selection)
    return try catalog.cases(tier: tier, cpus: cpus, selection: selection)
  }

  @Test func `a tier's cases come suite by suite, workload by workload`() throws {
    #expect(
      try names() == [
        "locks/uncontended/ticket/inside=0", "locks/uncontended/mutex/inside=0",
        "locks/uncontended/no-lock/inside=0", "locks/contended/ticket/threads=2/inside=0",
        "locks/contended/mutex/threads=2/inside=0", "locks/contended/no-lock/threads=2/inside=0",
        "loops/compute/serial/grain=10", "loops/compute/parallel/width=1/grain=10",
        "loops/compute/parallel/width=2/grain=10", "qos/nice/background",
      ])
  }

  @Test(arguments: [Tier.headline, .standard, .thorough])
  func `every case has a unique name, by which it is found`(tier: Tier) throws {
    let found = try cases(tier)
    #expect(Set(found.map(\.id)).count == found.count)
    for one in found {
      let again = try catalog.find(one.id)
      #expect(again.id == one.id)
      #expect(again.expectation == one.expectation)
      #expect(again.threadCount == one.threadCount)
    }
  }

  @Test func `a higher tier keeps the cases of a lower one`() throws {
    let headline = Set(try names(.headline))
    let standard = Set(try names(.standard))
    #expect(headline.isStrictSubset(of: standard))
    #expect(standard.isStrictSubset(of: try names(.thorough)))
  }

  private typealias Change = @Sendable (inout CaseSelection) -> Void

  private static let refusals: [(CatalogError, Change)] = [
    (.unknownSuite("lock", known: ["locks", "loops", "qos"]), { $0.suites = ["qos", "lock"] }),
    (.unknownPrimitive("lock", near: ["no-lock"]), { $0.primitives = ["ticket", "lock"] }),
    (.unknownPrimitive("xyz", near: []), { $0.primitives = ["xyz"] }),
    (.unknownPrimitive("ticket", near: []), { ($0.suites, $0.primitives) = (["qos"], ["ticket"]) }),
    (.emptySelection, { ($0.suites, $0.overrides) = (["locks"], ["inside": []]) }),
  ]

  @Test(arguments: refusals)
  private func `a selection that can't be met is refused with the reason`(
    error: CatalogError, change: @escaping Change
  ) {
    #expect(throws: error) { try names { change(&$0) } }
  }

  @Test(arguments: [([], "outside"), (["qos"], "threads")] as [([String], String)])
  func `a parameter that no selected workload has is refused with a list of others, each once`(
    suites: [String], key: String
  ) throws {
    let error = #expect(throws: CatalogError.self) {
      try names { ($0.suites, $0.overrides) = (suites, [key: [1]]) }
    }
    guard case .unusedOverride(key, let known) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!known.contains(key) && Set(known).count == known.count)
  }

  @Test(arguments: ["ticket", "locks", "*/nothing/*", "", "LOCKS/*", "locks/contended/ticket"])
  func `a glob that matches no whole name is refused`(glob: String) {
    #expect(throws: CatalogError.nothingMatches(glob)) { try names { $0.filters = ["*", glob] } }
  }

  @Test(arguments: [
    ("threads", 0, 1...4096), ("threads", 4097, 1...4096), ("threads", -1, 1...4096),
    ("threads", .max, 1...4096), ("inside", -1, 0...1_000_000_000),
    ("inside", 1_000_000_001, 0...1_000_000_000),
  ])
  func `a value out of its range is refused with the range`(
    key: String, value: Int, range: ClosedRange<Int>
  ) {
    let unit = key == "inside" ? " ns" : ""
    #expect(throws: CatalogError.outOfRange(key: key, value: value, range: range, unit: unit)) {
      try names { $0.overrides = [key: [1, value]] }
    }
  }

  private static let selections: [(Change, [String])] = [
    (
      {
        $0.filters = ["locks/contended/ticket/*"]
        $0.overrides = ["threads": [1, 4096]]
      },
      [
        "locks/contended/ticket/threads=1/inside=0",
        "locks/contended/ticket/threads=4096/inside=0",
      ]
    ),
    // Given values replace the tier's values, and duplicates count once.
    (
      {
        ($0.suites, $0.primitives) = (["locks"], ["mutex"])
        $0.overrides = ["threads": [3, 5, 3], "inside": [7]]
      },
      [
        "locks/uncontended/mutex/inside=7", "locks/contended/mutex/threads=3/inside=7",
        "locks/contended/mutex/threads=5/inside=7",
      ]
    ),
    // A speed-up's reference primitive is selected with the primitives that are compared with it.
    (
      { $0.primitives = ["parallel"] },
      [
        "loops/compute/serial/grain=10", "loops/compute/parallel/width=1/grain=10",
        "loops/compute/parallel/width=2/grain=10",
      ]
    ),
    (
      { $0.primitives = ["ticket"] },
      ["locks/uncontended/ticket/inside=0", "locks/contended/ticket/threads=2/inside=0"]
    ),
  ]

  @Test(arguments: selections)
  private func `a selection gives its cases in the catalogue's order`(
    change: @escaping Change, expected: [String]
  ) throws {
    #expect(try names { change(&$0) } == expected)
  }

  @Test func `the cases of several globs add up, in the catalogue's order`() throws {
    let found = try names { $0.filters = ["qos/*", "*/uncontended/m?tex/*", "locks/c*/[!a-s]*"] }
    #expect(
      found == [
        "locks/uncontended/mutex/inside=0", "locks/contended/ticket/threads=2/inside=0",
        "locks/contended/mutex/threads=2/inside=0", "locks/contended/no-lock/threads=2/inside=0",
        "qos/nice/background",
      ])
  }

  @Test func `a case's name as a glob matches that case alone`() throws {
    let all = try names(.thorough)
    for name in all {
      #expect(try names(.thorough) { $0.filters = [name] } == [name])
      #expect(all.filter { globMatches(name, $0) } == [name])
    }
  }

  @Test(arguments: [
    "nothing/contended/ticket/threads=2/inside=0", "locks/nothing/ticket/threads=2/inside=0",
    "locks/contended/nothing/threads=2/inside=0",
  ])
  func `a name with an unknown suite, workload or primitive is not found`(name: String) throws {
    let id = try CaseID(parsing: name)
    #expect(throws: CatalogError.unknownCase(name)) { try catalog.find(id) }
  }

  @Test(arguments: [
    ("locks/contended/ticket/threads=2", "locks/contended/ticket/threads=2/inside=0"),
    ("locks/contended/ticket", "locks/contended/ticket/threads=1/inside=0"),
    ("locks/contended/ticket/inside=7/threads=2", "locks/contended/ticket/threads=2/inside=7"),
    ("loops/compute/serial/width=2/grain=10", "loops/compute/serial/grain=10"),
  ])
  func `the error for a name with missing, surplus or misplaced parameters suggests the right name`(
    name: String, near: String
  ) throws {
    let id = try CaseID(parsing: name)
    #expect(throws: CatalogError.unknownCase(name, near: [near])) { try catalog.find(id) }
    _ = try catalog.find(CaseID(parsing: near))
  }

  @Test func `any values in their ranges name a case, and a value out of its range is an error`()
    throws
  {
    let odd = try CaseID(parsing: "locks/contended/ticket/threads=4096/inside=12345")
    #expect(try catalog.find(odd).threadCount == 4096)
    let many = try CaseID(parsing: "locks/contended/ticket/threads=4097/inside=0")
    #expect(throws: CatalogError.outOfRange(key: "threads", value: 4097, range: 1...4096)) {
      try catalog.find(many)
    }
  }

  @Test(arguments: [
    CatalogError.unknownSuite("x", known: ["locks"]), .unknownPrimitive("x", near: []),
    .unknownPrimitive("x", near: ["xy", "xz"]), .nothingMatches("x"),
    .outOfRange(key: "threads", value: 0, range: 1...4096), .unusedOverride("x"),
    .unknownCase("x"), .emptySelection, .unknownPreset("x", known: []),
    .unknownPreset("x", known: ["a", "b"]), .outsidePreset("suite 'x'", preset: "p", has: ["y"]),
  ])
  func `a refusal is one or two lines`(error: CatalogError) {
    #expect((1...2).contains(error.description.split(separator: "\n").count))
  }
}
