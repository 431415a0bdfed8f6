import BenchmarkModel
import CSyncShims
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// A primitive that lets a writer in only after a number of ticks.
private struct KeepsWritersWaiting: ReaderWriterExclusion, ~Copyable {
  static let ticks: UInt64 = 200_000
  private let lock = ExclusiveReaderWriter<TTASLock<Pause>>()
  private let clock = TickClock.ofThisMachine()

  borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool { lock.read(section) }

  borrowing func write<Section: GuardedSection>(_ section: Section) {
    let start = clock.now()
    while clock.now() &- start < Self.ticks { sync_pause() }
    lock.write(section)
  }
}

/// A primitive that lets a writer in only when the trial has ended.
private struct StarvesWriters: ReaderWriterExclusion, ~Copyable {
  nonisolated(unsafe) static let stop: UnsafeMutablePointer<UInt32> = {
    let stop = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
    stop.initialize(to: 0)
    return stop
  }()
  static let ticks: UInt64 = 1_000_000
  private let clock = TickClock.ofThisMachine()

  borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool { section.read() }

  borrowing func write<Section: GuardedSection>(_ section: Section) {
    let start = clock.now()
    while clock.now() &- start < Self.ticks { sync_pause() }
    sync_flag_write(Self.stop, 1)
    section.write()
  }
}

extension PrimitiveTests {
  /// Tests of the workloads that time the waits of readers and of writers.
  @Suite struct ReaderWriterWaitsTests {
    static let names = BarrierSuite.readerWriters.compactMap(\.writerWaits?.name)

    @Test(arguments: names, [2, 3])
    func `every primitive passes the check of timed readers and writers`(
      name: String, threads: Int
    ) async throws {
      let entry = try #require(BarrierSuite.readerWriters.first { $0.readMix.name == name })
      for primitive in [entry.writerWaits, entry.readerWaits] {
        let primitive = try #require(primitive)
        let program = primitive.prepare(
          Trials.context(name, [("threads", threads), ("inside", 500), ("outside", 500)]))
        try await Trials.expectVerified(program, isPinned: !primitive.usesPool)
      }
    }

    @Test func `a delayed writer's wait is recorded, and the readers' waits are not`() async throws
    {
      let clock = TickClock.ofThisMachine()
      // The tick lengths of two calibrations differ by at most 1 %.
      let kept =
        TickCalibration(clock).tickLength().nanoseconds(of: KeepsWritersWaiting.ticks) / 100 * 99
      let context = Trials.context("p", [("threads", 2)])
      let messages = try await Trials.messages(
        readerWriterWaitsProgram(context, KeepsWritersWaiting.self, timing: .writer))
      let rows = messages.threads
      let writer = try #require(rows.first)
      #expect(rows.map { $0.longestWaitNanoseconds == nil } == [false, true])
      #expect(try #require(writer.longestWaitNanoseconds) >= kept)
      let values = messages.latencies
      #expect(values.reduce(0) { $0 + $1.count } == writer.operations)
      #expect(values.allSatisfy { $0.valueNanoseconds >= kept })
    }

    @Test func `only readers are timed if their waits are asked for`() async throws {
      let context = Trials.context("p", [("threads", 3)])
      let messages = try await Trials.messages(
        readerWriterWaitsProgram(context, PhaseFairTicketLock.self, timing: .readers))
      let rows = messages.threads
      #expect(rows.map { $0.longestWaitNanoseconds == nil } == [false, false, true])
      let reads = rows.dropLast().reduce(0) { $0 + $1.operations }
      #expect(messages.latencies.reduce(0) { $0 + $1.count } == reads)
    }

    @Test func `a write that enters after the trial's end counts as starved for its whole wait`() {
      let pair = GuardedPair()
      let entry = CacheAligned(SectionEntry())
      let records = TickRecords(threads: 1)
      let section = StampedSection(
        section: pair.section(workSteps: 0), clock: .ofThisMachine(), entry: entry.pointer,
        stop: StarvesWriters.stop)
      let waits = writerWaitsLoop(
        StarvesWriters(), on: section, into: records.threads[0], until: StarvesWriters.stop,
        outsideSteps: 0)
      let isPastEnd = entry.pointer.pointee.isPastEnd
      let longest = records.threads[0].pointee.longest
      #expect(waits.mix.writes == 1 && isPastEnd)
      #expect(longest >= StarvesWriters.ticks)
      #expect(waits.starvedShare > 0.5 && waits.starvedShare <= 1)
      #expect(records.conclude([1]) == nil)
      #expect(pair.takeWrites() == 1)
    }

    @Test func `only a write that enters after the trial's end counts as starved`() {
      var waits = ReaderWriterWaits()
      #expect(waits.starvedShare == 0)
      var entry = SectionEntry()
      entry.stamp = 900
      waits.note(entry, from: 100, since: 0)
      #expect(waits.starvedShare == 0)
      entry.stamp = 1000
      entry.isPastEnd = true
      waits.note(entry, from: 750, since: 0)
      #expect(waits.starvedShare == 0.25)
    }

    @Test(arguments: [TimedSide.writer, .readers])
    func `a primitive that excludes no thread is caught while its waits are timed`(side: TimedSide)
      async throws
    {
      let context = Trials.context("p", [("threads", 2), ("inside", 20_000)])
      let program = readerWriterWaitsProgram(
        context, ExclusiveReaderWriter<NoLock>.self, timing: side)
      let violation = try await Trials.violation(of: program)
      if Trials.canOverlap { #expect(violation?.contains("saw half a write") == true) }
    }
  }
}
