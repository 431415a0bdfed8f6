import Testing

@testable import BenchmarkModel
@testable import BenchmarkRunner
@testable import SyncSuites

@Suite struct PlanSizeTests {
  static let sizes = [1, 2, 4, 16, 64, 288]

  private func plan(_ profile: Profile, cpus: Int) throws -> Plan {
    let catalog = CaseCatalog(suites: suites(cpus: cpus))
    return Planner(cpuOrder: Array(0..<cpus), isPinned: true).plan(
      try catalog.cases(tier: profile.tier, cpus: cpus), of: catalog.suites, profile: profile,
      seed: 1)
  }

  /// The suites for a machine with `cpus` CPUs; without `machine`, the suite `cores` would take its
  /// pairs from the machine of the test.
  private func suites(cpus: Int) -> [Suite] {
    let machine = MachineEnvironment(
      topology: CPUTopology(cpus: (0..<cpus).map { LogicalCPU(id: $0) }),
      scheduling: .init(allowed: CPUList(0..<cpus)),
      software: .init(swiftVersion: "6.3.1", buildMode: .release))
    return BuiltInSuites.all().map { $0.name == "cores" ? CoresSuite.suite { machine } : $0 }
  }

  @Test(arguments: sizes)
  func `the profile quick takes about a minute on a machine of any size`(cpus: Int) throws {
    let seconds = Double(try plan(.quick, cpus: cpus).expectedNanoseconds) / 1e9
    #expect(seconds > 30 && seconds < 90)
  }

  @Test(arguments: sizes, [Profile.quick, .standard, .thorough])
  func `the names of a profile's primitives are the names in its cases`(
    cpus: Int, profile: Profile
  ) throws {
    let catalog = CaseCatalog(suites: suites(cpus: cpus))
    var (named, worked, filtered) = (CaseSelection(), CaseSelection(), CaseSelection())
    named.primitives = ["ticket", "mutex"]
    worked.workloads = ["contended"]
    filtered.filters = ["*/ticket/*"]
    for selection in [CaseSelection(), named, worked, filtered] {
      let cases = try catalog.cases(tier: profile.tier, cpus: cpus, selection: selection)
      let names = try catalog.primitiveNames(
        tier: profile.tier, cpus: cpus, selection: selection)
      #expect(
        names
          == Dictionary(grouping: cases, by: \.id.suite).mapValues { Set($0.map(\.id.primitive)) })
    }
  }

  @Test(arguments: sizes, [Profile.quick, .standard, .thorough])
  func `threads and widths of a plan fit the machine, and widths and strides fit their loops`(
    cpus: Int, profile: Profile
  ) throws {
    for planned in try plan(profile, cpus: cpus).cases {
      let id = planned.id
      #expect(Set(planned.placement.cpus).count == planned.placement.cpus.count)
      #expect(planned.placement.cpus.count <= cpus)
      #expect(id["width"] ?? 1 <= cpus, "\(id)")
      // Cases with the parameter `cpus` deliberately have many threads on a few CPUs.
      if id["cpus"] == nil { #expect(id["threads"] ?? 1 <= max(8, 4 * cpus), "\(id)") }
      guard let iterations = id["iterations"] else { continue }
      #expect(id["stride"] ?? 1 <= iterations, "\(id)")
      #expect(id["width"] ?? 1 <= iterations, "each CPU has an index: \(id)")
    }
  }
}
