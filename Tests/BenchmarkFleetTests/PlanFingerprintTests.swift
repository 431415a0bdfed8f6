import BenchmarkFleet
import BenchmarkModel
import Testing

@Suite struct PlanFingerprintTests {
  private let plan = FleetFixture.plan()

  @Test func `a plan has one fingerprint whatever numbers its CPUs have`() {
    #expect(FleetFixture.plan(cpus: [4, 6]).fingerprint == plan.fingerprint)
    #expect(plan.fingerprint.count == 16)
  }

  @Test func `another number of CPUs, or another seed, gives another fingerprint`() {
    #expect(FleetFixture.plan(cpus: [0, 1, 2]).fingerprint != plan.fingerprint)
    #expect(FleetFixture.plan(seed: 8).fingerprint != plan.fingerprint)
  }

  @Test func `cases for particular pairs of CPUs, and more blocks, do not change the fingerprint`()
  {
    let pairs = FleetFixture.plan(pairs: [(0, 1), (0, 2)], blocks: 3)
    #expect(pairs.fingerprint == plan.fingerprint)
    #expect(pairs.cases.filter(\.id.dependsOnLayout).count == 2)
  }

  @Test func `launches that are decided during a run do not change its plan's fingerprint`() {
    var decided = plan
    decided.decided = DecidedRounds(
      launches: [1], forPrecision: [1], rounds: 1, isNeverQuiet: false)
    #expect(decided.fingerprint == plan.fingerprint)
  }
}
