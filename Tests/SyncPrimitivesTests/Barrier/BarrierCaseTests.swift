import BenchmarkModel
import SyncPrimitives
import SyncWorkloads
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Which cases the suite has, and that the check of a mix fails where it must.
  @Suite struct BarrierCaseTests {
    private static let catalog = CaseCatalog(suites: [BarrierSuite.suite()])

    private func cases(_ tier: Tier, _ workload: String, cpus: Int = 2) throws -> [CaseID] {
      try Self.catalog.cases(tier: tier, cpus: cpus).map(\.id).filter { $0.workload == workload }
    }

    @Test(arguments: [Tier.standard, .thorough])
    func `every primitive has each share of reads, so that crossings can be found`(
      tier: Tier
    ) throws {
      let found = try cases(tier, "read-mix").filter { $0["threads"] == 2 && $0["inside"] == 0 }
      for entry in BarrierSuite.readerWriters {
        let shares = found.filter { $0.primitive == entry.readMix.name }.map { $0["read-permille"] }
        #expect(shares == [0, 500, 900, 990, 999, 1000], "\(entry.readMix.name)")
      }
    }

    @Test func `a first look has few cases, and none of what comes in later`() throws {
      let found = try cases(.headline, "read-mix")
      #expect(Set(found.map(\.primitive)).count == 5)
      #expect(Set(found.map { $0["threads"] }) == [2])
      #expect(found.count == 15)
      #expect(try cases(.headline, "rendezvous").count == 2)
      #expect(try cases(.headline, "writer-waits").isEmpty)
    }

    @Test func `section lengths go up to ten microseconds where all is wanted`() throws {
      #expect(
        Set(try cases(.thorough, "read-mix").map { $0["inside"] }) == [0, 100, 1000, 10_000])
      // What comes in with the last profile is measured there at the values of a first look.
      #expect(Set(try cases(.thorough, "reader-waits").map { $0["inside"] }) == [0, 1000])
    }

    @Test func `waits are timed with as many threads as CPUs, and with more`() throws {
      let waits = try cases(.standard, "writer-waits")
      #expect(Set(waits.map { $0["threads"] }) == [2, 4])
      #expect(Set(waits.map(\.primitive)).count == BarrierSuite.readerWriters.count - 1)
      #expect(
        Set(try cases(.standard, "writer-waits", cpus: 8).map { $0["threads"] }) == [2, 8, 16])
      #expect(try cases(.standard, "reader-waits").isEmpty)
    }

    @Test(arguments: [-1, 1001])
    func `a share of reads is in thousandths, from none to all`(permille: Int) throws {
      #expect(Axis.mixReads.columnName == "read_permille")
      #expect(!AxisKind.permille.range.contains(permille))
      let name = "barrier/read-mix/mutex/threads=2/read-permille=1001/inside=0"
      #expect(throws: CatalogError.self) { try Self.catalog.find(try CaseID(parsing: name)) }
    }

    @Test func `what excludes nobody is caught in a mix, by torn reads and lost writes`()
      async throws
    {
      let program = readMixProgram(
        Trials.context("p", [("threads", 2), ("read-permille", 500), ("inside", 20_000)]),
        ExclusiveReaderWriter<NoLock>.self)
      let violation = try await Trials.violation(of: program)
      if Trials.canOverlap {
        let reason = try #require(violation)
        #expect(reason.contains("saw half a write") || reason.contains("differ"))
      }
    }

    @Test func `a tally that the pair does not bear out is told`() {
      let check = ReadMixCheck()
      var tally = ReadMixTally()
      tally.reads = 10
      tally.writes = 5
      #expect(check.add(tally) == 15)
      #expect(check.conclude(writes: 5).violation == nil)
      _ = check.add(tally)
      #expect(check.conclude(writes: 3).violation == "lost 2 of 5 writes")
      _ = check.add(tally)
      #expect(check.conclude(writes: 6).violation == "more writes were done than asked for")
      tally.tornReads = 4
      _ = check.add(tally)
      #expect(
        check.conclude(writes: nil).violation
          == "4 of 10 reads saw half a write; the words that every write changes together differ")
      #expect(check.conclude(writes: 0).operations == 0)
    }
  }
}
