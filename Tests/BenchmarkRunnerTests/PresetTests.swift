import BenchmarkModel
import BenchmarkRunner
import Testing

@Suite struct PresetTests {
  private static func preset(
    workloads: [String] = ["contended"], primitives: [String] = ["ticket"],
    values: [String: [Int]] = ["threads": [3], "inside": [7]], blocks: Int? = nil
  ) -> Preset {
    Preset(
      PresetDescription(
        name: "theirs", summary: "s", suite: "locks", source: "", address: "", difference: ""),
      workloads: workloads, primitives: primitives, values: values, blocks: blocks)
  }

  private let catalog = CaseCatalog(suites: CatalogFixture.suites, presets: [preset()])

  private func names(
    _ preset: Preset = preset(), _ change: (inout CaseSelection) -> Void = { _ in }
  ) throws -> [String] {
    var own = CaseSelection()
    change(&own)
    return try catalog.cases(tier: .headline, cpus: 2, selection: preset.selection(narrowedBy: own))
      .map(\.id.description)
  }

  @Test func `a preset selects its workloads, primitives and values`() throws {
    #expect(try names() == ["locks/contended/ticket/threads=3/inside=7"])
  }

  @Test func `a user's suites, workloads and filters narrow a preset`() throws {
    let both = Self.preset(
      workloads: ["uncontended", "contended"], values: ["threads": [3], "inside": [7]])
    #expect(try names(both).count == 2)
    #expect(
      try names(both) {
        $0.suites = ["locks"]
        $0.workloads = ["uncontended"]
      } == ["locks/uncontended/ticket/inside=7"])
    #expect(
      try names(both) { $0.filters = ["*/threads=3/*"] } == [
        "locks/contended/ticket/threads=3/inside=7"
      ])
  }

  @Test func `a user's primitives and values replace the preset's`() throws {
    #expect(
      try names {
        $0.primitives = ["mutex"]
        $0.overrides = ["threads": [2, 4]]
      } == [
        "locks/contended/mutex/threads=2/inside=7", "locks/contended/mutex/threads=4/inside=7",
      ])
  }

  @Test func `a preset of combinations has only these, unless a user's values replace its own`()
    throws
  {
    let preset = Preset(
      Self.preset().description, workloads: ["contended"], primitives: ["ticket"],
      values: ["threads": [2, 4], "inside": [0, 7]],
      combinations: [["threads": 2, "inside": 7], ["threads": 4, "inside": 0]])
    #expect(
      try names(preset) == [
        "locks/contended/ticket/threads=2/inside=7", "locks/contended/ticket/threads=4/inside=0",
      ])
    #expect(
      try names(preset) { $0.overrides = ["threads": [3]] } == [
        "locks/contended/ticket/threads=3/inside=0", "locks/contended/ticket/threads=3/inside=7",
      ])
  }

  @Test func `a suite or a workload that a preset does not have is refused`() {
    #expect(
      throws: CatalogError.outsidePreset("suite 'qos'", preset: "theirs", has: ["locks"])
    ) { try names { $0.suites = ["locks", "qos"] } }
    #expect(
      throws: CatalogError.outsidePreset(
        "workload 'uncontended'", preset: "theirs", has: ["contended"])
    ) { try names { $0.workloads = ["uncontended"] } }
  }

  @Test func `a value for a parameter that no workload of a preset has is refused`() {
    let alone = Self.preset(workloads: ["uncontended"], values: ["inside": [7]])
    #expect(throws: CatalogError.unusedOverride("threads", known: ["inside", "memory"])) {
      try names(alone) { $0.overrides = ["threads": [2]] }
    }
  }

  @Test func `a preset is found by its name, and an unknown name is refused with the known names`()
    throws
  {
    #expect(try catalog.preset(named: "theirs").name == "theirs")
    #expect(throws: CatalogError.unknownPreset("ours", known: ["theirs"])) {
      try catalog.preset(named: "ours")
    }
  }

  @Test func `the presets of suites come before other presets`() {
    var suites = CatalogFixture.suites
    suites[0].presets = [Self.preset()]
    let own = Preset(
      PresetDescription(
        name: "own", summary: "s", suite: "qos", source: "", address: "", difference: ""),
      workloads: ["nice"], primitives: ["background"], values: [:])
    #expect(CaseCatalog(suites: suites, presets: [own]).presets.map(\.name) == ["theirs", "own"])
  }

  @Test func `a preset's number of blocks, if it has one, replaces the profile's`() {
    #expect(Profile.quick.adjusted(to: Self.preset()) == .quick)
    let adjusted = Profile.quick.adjusted(to: Self.preset(blocks: 3))
    #expect(adjusted.blocks == 3)
    #expect(adjusted.steadyLaunches == 3)
    #expect(adjusted.sampling == Profile.quick.sampling)
  }

  @Test func `a plan records the preset, and its tables describe the primitives`() throws {
    let preset = Self.preset()
    let found = try catalog.cases(tier: .headline, cpus: 2, selection: preset.selection())
    let plan = Planner(cpuOrder: [0, 1], isPinned: true).plan(
      found, of: catalog.suites, profile: .smoke, seed: 1, preset: preset.description)
    #expect(plan.preset == preset.description)
    #expect(plan.tables.map(\.suite) == ["locks"])
    #expect(plan.tables[0].primitives.map(\.name) == ["ticket"])
    #expect(plan.defect == nil)
  }

  @Test func `a table's traits are those of the whole suite, in the order of their declaration`()
    throws
  {
    let primitives = [
      CatalogFixture.primitive("a"),
      CatalogFixture.primitive("b", traits: [Trait("order", "fifo"), Trait("wraps", "")]),
      CatalogFixture.primitive("c", traits: [Trait("order", "unfair"), Trait("size", "4")]),
    ]
    let suite = Suite(
      name: "s", summary: "S", columns: [],
      workloads: ["v", "w"].map {
        Workload(
          name: $0, operation: "one", axes: [], pace: .once, summaryLevel: 0, threads: .single,
          primitives: primitives)
      })
    let found = try CaseCatalog(suites: [suite]).cases(tier: .headline, cpus: 1).filter {
      $0.id.primitive != "c"
    }
    let table = Planner(cpuOrder: [0], isPinned: true).plan(
      found, of: [suite], profile: .smoke, seed: 1
    ).tables[0]
    #expect(table.traits == ["order", "wraps", "size"])
    #expect(
      table.primitives == [
        PrimitiveDescription(name: "a", summary: "a"),
        PrimitiveDescription(
          name: "b", summary: "b", traits: [Trait("order", "fifo"), Trait("wraps", "")]),
      ])
  }
}
