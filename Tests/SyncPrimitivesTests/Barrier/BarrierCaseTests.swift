import BenchmarkModel
import CSyncShims
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// A broken primitive with two copies, which writes the first copy and lets readers read the
/// second.
private struct ShowsAnOldCopy: ReaderWriterExclusion, ~Copyable {
  static var copies: Int { 2 }
  private let lock = ExclusiveReaderWriter<TTASLock<Pause>>()
  private let left = CacheAligned<UInt64>(0)

  borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool {
    lock.read(section.copy(1))
  }

  borrowing func write<Section: GuardedSection>(_ section: Section) {
    lock.write(section)
    left.pointer.pointee += 1
  }

  /// Makes the missing writes to the second copy after all threads have finished.
  borrowing func putBack<Section: GuardedSection>(_ section: Section) {
    while left.pointer.pointee > 0 {
      section.copy(1).write()
      left.pointer.pointee -= 1
    }
  }
}

/// A primitive that accepts writes and completes them only when a thread drains it; it raises the
/// trial's stop flag after 1000 writes.
private struct QueuesWithoutEnd: ReaderWriterExclusion, ~Copyable {
  static var submitsWrites: Bool { true }
  let left = CacheAligned<UInt64>(0)
  let most = CacheAligned<UInt64>(0)
  let all = CacheAligned<UInt64>(0)
  let stop = CacheAligned<UInt32>(0)

  borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool { true }

  borrowing func write<Section: GuardedSection>(_ section: Section) {
    left.pointer.pointee += 1
    all.pointer.pointee += 1
    most.pointer.pointee = max(most.pointer.pointee, left.pointer.pointee)
    if all.pointer.pointee == 1000 { sync_flag_write(stop.pointer, 1) }
  }

  borrowing func drain() { left.pointer.pointee = 0 }
}

extension PrimitiveTests {
  /// Tests of the barrier suite's cases, and of the faults that the check of a read mix finds.
  @Suite struct BarrierCaseTests {
    private static let catalog = CaseCatalog(suites: [BarrierSuite.suite()])

    private func cases(_ tier: Tier, _ workload: String, cpus: Int = 2) throws -> [CaseID] {
      try Self.catalog.cases(tier: tier, cpus: cpus).map(\.id).filter { $0.workload == workload }
    }

    @Test(arguments: [Tier.standard, .thorough])
    func `every primitive is measured at each share of reads`(
      tier: Tier
    ) throws {
      let found = try cases(tier, "read-mix").filter { $0["threads"] == 2 && $0["inside"] == 0 }
      for entry in BarrierSuite.readerWriters {
        let shares = found.filter { $0.primitive == entry.readMix.name }.map { $0["read-permille"] }
        #expect(shares == [0, 500, 900, 990, 999, 1000], "\(entry.readMix.name)")
      }
    }

    @Test func `the headline tier has few cases, and no workload of a higher tier`() throws {
      let found = try cases(.headline, "read-mix")
      #expect(Set(found.map(\.primitive)).count == 5)
      #expect(Set(found.map { $0["threads"] }) == [2])
      #expect(found.count == 15)
      #expect(try cases(.headline, "rendezvous").count == 2)
      #expect(try cases(.headline, "writer-waits").isEmpty)
    }

    @Test func `section lengths go up to ten microseconds in the thorough tier`() throws {
      #expect(
        Set(try cases(.thorough, "read-mix").map { $0["inside"] }) == [0, 10, 100, 1000, 10_000])
      // A workload that only the thorough tier has is measured at the headline values.
      #expect(Set(try cases(.thorough, "reader-waits").map { $0["inside"] }) == [0, 1000])
    }

    @Test func `waits are timed with 2 threads, with one for each CPU and with two for each CPU`()
      throws
    {
      let waits = try cases(.standard, "writer-waits")
      #expect(Set(waits.map { $0["threads"] }) == [2, 4])
      #expect(
        Set(waits.map(\.primitive)).count
          == BarrierSuite.readerWriters.count { $0.writerWaits != nil })
      #expect(
        Set(try cases(.standard, "writer-waits", cpus: 8).map { $0["threads"] }) == [2, 8, 16])
      #expect(try cases(.standard, "reader-waits").isEmpty)
    }

    @Test(arguments: ["read-mix", "one-writer"])
    func `a mix has work between its operations only on request`(workload: String) async throws {
      #expect(try cases(.standard, workload).allSatisfy { $0["outside"] == nil })
      var selection = CaseSelection()
      selection.workloads = [workload]
      selection.overrides = ["outside": [200], "threads": [2]]
      let found = try Self.catalog.cases(tier: .headline, cpus: 2, selection: selection)
      #expect(!found.isEmpty && found.allSatisfy { $0.id["outside"] == 200 })
      for one in found {
        #expect(try Self.catalog.find(one.id).id == one.id)
        try await Trials.expectVerified(one, operations: 100)
      }
    }

    @Test(arguments: [-1, 1001])
    func `a share of reads is in thousandths, from 0 to 1000`(permille: Int) throws {
      #expect(Axis.mixReads.columnName == "read_permille")
      #expect(!AxisKind.permille.range.contains(permille))
      let name = "barrier/read-mix/mutex/threads=2/read-permille=1001/inside=0"
      #expect(throws: CatalogError.self) { try Self.catalog.find(try CaseID(parsing: name)) }
    }

    @Test
    func `a primitive that excludes no thread is caught in a mix by torn reads or lost writes`()
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

    @Test func `a primitive whose readers never see a write is caught`() async throws {
      for permille in [500, 900] {
        let program = readMixProgram(
          Trials.context("p", [("threads", 1), ("read-permille", permille)]), ShowsAnOldCopy.self)
        try await Trials.expectReason(
          of: program, ends: " reads saw an older state than their thread had known")
      }
    }

    @Test func `a thread knows what it read and wrote, but not the writes that it submitted`() {
      let pair = GuardedPair(threads: 3)
      let writer = pair.section(workSteps: 0, thread: 0)
      let reader = pair.section(workSteps: 0, thread: 1)
      let submitter = pair.section(workSteps: 0, thread: 2, submitsWrites: true)
      let old = GuardedPair()
      let oldData = old.section(workSteps: 0).data
      func readOld(_ section: PairSection) -> UInt64 {
        guard let base = oldData.baseAddress else { return .max }
        _ = section.moved(to: base).read()
        _ = section.moved(to: base).readRelaxed()
        return pair.takeStaleReads()
      }
      writer.write()
      submitter.writeRelaxed()
      // So far only the writer knows of a write.
      #expect([writer, reader, submitter].map(readOld) == [2, 0, 0])
      #expect(reader.read() && submitter.readRelaxed())
      #expect([writer, reader, submitter].map(readOld) == [2, 2, 2])
      #expect(writer.read() && pair.takeStaleReads() == 0)
      #expect(pair.takeWrites() == 2)
      #expect([writer, reader, submitter].map(readOld) == [0, 0, 0])
      // The readings above read the memory of `old`, which must live until here.
      #expect(old.takeWrites() == 0)
    }

    @Test func `a thread that submits its writes drains them after every 256, and at the end`() {
      let queue = QueuesWithoutEnd()
      let tally = readMixLoop(
        queue, on: GuardedPair().section(workSteps: 0), until: queue.stop.pointer, readPermille: 0,
        seed: 1, outsideSteps: 0)
      let most = queue.most.pointer.pointee
      let left = queue.left.pointer.pointee
      #expect(tally.writes == 1000)
      #expect(most == 256)
      #expect(left == 0)
    }

    @Test func `a tally that does not match the guarded data is a violation`() {
      let check = ReadMixCheck()
      var tally = ReadMixTally()
      tally.reads = 10
      tally.writes = 5
      #expect(check.add(tally) == 15)
      #expect(check.conclude(PairOutcome(writes: 5)).violation == nil)
      _ = check.add(tally)
      #expect(check.conclude(PairOutcome(writes: 3)).violation == "lost 2 of 5 writes")
      _ = check.add(tally)
      #expect(
        check.conclude(PairOutcome(writes: 6)).violation == "more writes were done than asked for")
      tally.tornReads = 4
      _ = check.add(tally)
      #expect(
        check.conclude(PairOutcome(writes: nil)).violation
          == "4 of 10 reads saw half a write; the two words that each write sets to equal values differ"
      )
      #expect(check.conclude(PairOutcome(writes: 0)).operations == 0)
    }
  }
}
