import BenchmarkModel
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// What is planned on machines from one CPU to hundreds, none of which is here.
  @Suite struct PlanSizeTests {
    private static let catalog = CaseCatalog(suites: BuiltInSuites.all())
    static let sizes = [1, 2, 4, 16, 64, 288]

    private func plan(_ profile: Profile, cpus: Int) throws -> Plan {
      Planner(cpuOrder: Array(0..<cpus), isPinned: true).plan(
        try Self.catalog.cases(tier: profile.tier, cpus: cpus), of: Self.catalog.suites,
        profile: profile, seed: 1)
    }

    @Test(arguments: sizes)
    func `a first look takes about a minute on a machine of any size`(cpus: Int) throws {
      let seconds = Double(try plan(.quick, cpus: cpus).expectedNanoseconds) / 1e9
      #expect(seconds > 30 && seconds < 90)
    }

    @Test(arguments: sizes, [Profile.quick, .standard, .thorough])
    func `threads, widths and strides fit the machine`(cpus: Int, profile: Profile) throws {
      for planned in try plan(profile, cpus: cpus).cases {
        let id = planned.id
        // The pairs of `cores` are those of the machine that the test runs on.
        if id.suite == "cores" { continue }
        #expect(Set(planned.placement.cpus).count == planned.placement.cpus.count)
        #expect(planned.placement.cpus.count <= cpus)
        #expect(id["width"] ?? 1 <= cpus, "\(id)")
        // A crowd of threads on a few CPUs is a case of its own.
        if id["cpus"] == nil { #expect(id["threads"] ?? 1 <= max(8, 4 * cpus), "\(id)") }
        guard let iterations = id["iterations"] else { continue }
        #expect(id["stride"] ?? 1 <= iterations, "\(id)")
        #expect(id["width"] ?? 1 <= iterations, "each CPU has an index: \(id)")
      }
    }
  }
}
