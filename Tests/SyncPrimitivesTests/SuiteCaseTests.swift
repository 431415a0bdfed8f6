import BenchmarkModel
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Every case that a profile measures, run as a worker runs it: one that is listed is tested.
  @Suite struct SuiteCaseTests {
    private static let catalog = CaseCatalog(suites: BuiltInSuites.all())

    static let names: [String] = {
      let found = try? catalog.cases(tier: .headline, cpus: max(2, Trials.cpus.count))
      return (found ?? []).map(\.id.description)
    }()

    @Test func `there are cases of all five suites`() {
      #expect(Set(Self.names.map { $0.prefix { $0 != "/" } }).count == 5)
    }

    @Test(arguments: names)
    func `a case's check says what it is expected to`(name: String) throws {
      let found = try Self.catalog.find(try CaseID(parsing: name))
      let program = found.primitive.prepare(
        CaseContext(id: found.id, width: Trials.cpus.count, workStepsPerMicrosecond: 10, seed: 5))
      guard found.expectation == .valid else {
        if Trials.canOverlap { #expect(try Trials.violation(of: program) != nil) }
        return
      }
      let rows = try rows(found, program)
      for row in rows {
        // The tests themselves run on a pool that such a worker waits for: that it says so is right.
        let isLate = row.reason.hasPrefix("not every worker had started when the window ended")
        #expect(row.isVerified || isLate, "\(row.reason)")
      }
    }

    private func rows(_ found: CatalogCase, _ program: TrialProgram) throws -> [TrialRow] {
      var isPinned = !found.primitive.usesPool
      if case .pool = found.workload.threads { isPinned = false }
      let sampling = found.workload.sampling(
        Sampling(warmups: 0, trials: 2, trialNanoseconds: 2_000_000))
      return try Trials.rows(
        program, pace: found.workload.pace, trials: sampling.trials,
        operations: 2 * UInt64(found.id["iterations"] ?? 500),
        windowNanoseconds: sampling.trialNanoseconds, isPinned: isPinned)
    }

    @Test(arguments: [Tier.headline, .standard, .thorough], [1, 2, 6, 1024])
    func `a tier's cases are named safely, once, and can be found again`(
      tier: Tier, cpus: Int
    ) throws {
      let cases = try Self.catalog.cases(tier: tier, cpus: cpus)
      #expect(Set(cases.map(\.id)).count == cases.count)
      for one in cases {
        #expect(try CaseID(parsing: one.id.description) == one.id)
        #expect(try Self.catalog.find(one.id).id == one.id)
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
