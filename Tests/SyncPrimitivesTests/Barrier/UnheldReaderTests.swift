import CSyncShims
import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives

extension PrimitiveTests {
  /// Tests of the sequence lock, whose writers do not wait for readers, and of left-right, whose
  /// readers do not wait for writers.
  @Suite struct UnheldReaderTests {
    // MARK: The sequence lock

    /// A section over two words; its first read stops between the two words.
    private final class HaltingPair: GuardedSection {
      let first = Atomic<Int>(0)
      let second = Atomic<Int>(0)
      let reads = Atomic<Int>(0)
      let tornReads = Atomic<Int>(0)
      let mayReadOn = Atomic<Bool>(false)
      let writeStops = Atomic<Bool>(false)
      let isHalfWritten = Atomic<Bool>(false)

      func readRelaxed() -> Bool {
        let attempt = reads.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
        let before = first.load(ordering: .relaxed)
        if attempt == 1 { while !mayReadOn.load(ordering: .acquiring) { sync_yield() } }
        let isWhole = second.load(ordering: .relaxed) == before
        if !isWhole { tornReads.wrappingAdd(1, ordering: .relaxed) }
        return isWhole
      }

      func writeRelaxed() {
        first.wrappingAdd(1, ordering: .relaxed)
        isHalfWritten.store(true, ordering: .releasing)
        while writeStops.load(ordering: .acquiring) { sync_yield() }
        second.wrappingAdd(1, ordering: .relaxed)
      }

      func read() -> Bool { readRelaxed() }
      func write() { writeRelaxed() }
      func copy(_ index: Int) -> Self { self }
    }

    private final class Shared<Exclusion: ReaderWriterExclusion & ~Copyable>: Sendable {
      let exclusion = Exclusion()
      let hasReturned = Atomic<Bool>(false)
      private let wasWhole = Atomic<Bool>(false)

      /// Reads, and notes whether the pair was whole.
      func read(_ section: some GuardedSection) {
        wasWhole.store(exclusion.read(section), ordering: .relaxed)
        hasReturned.store(true, ordering: .releasing)
      }

      /// Whether the last read saw a whole pair.
      var sawWhole: Bool { wasWhole.load(ordering: .relaxed) }
    }

    @Test func `a read that overlaps a write is discarded and repeated`() async throws {
      try await Trials.onThreadOfItsOwn {
        let shared = Shared<SequenceLock>()
        let pair = HaltingPair()
        _ = try #require(
          startThread {
            shared.read(pair)
          })
        #expect(Bounded.wait { pair.reads.load(ordering: .acquiring) == 1 })
        // The writer does not wait for the reader that is inside.
        shared.exclusion.write(pair)
        pair.mayReadOn.store(true, ordering: .releasing)
        #expect(Bounded.wait { shared.hasReturned.load(ordering: .acquiring) })
        #expect(shared.sawWhole)
        #expect(pair.tornReads.load(ordering: .relaxed) == 1)
        #expect(pair.reads.load(ordering: .relaxed) == 2)
      }
    }

    @Test func `no read begins during a write`() async throws {
      try await Trials.onThreadOfItsOwn {
        let shared = Shared<SequenceLock>()
        let pair = HaltingPair()
        pair.mayReadOn.store(true, ordering: .relaxed)
        pair.writeStops.store(true, ordering: .releasing)
        _ = try #require(startThread { shared.exclusion.write(pair) })
        #expect(Bounded.wait { pair.isHalfWritten.load(ordering: .acquiring) })
        let reading = Flag()
        _ = try #require(
          startThread {
            reading.raise()
            shared.read(pair)
          })
        #expect(Bounded.wait { reading.isRaised })
        for _ in 0..<1000 { sync_yield() }
        #expect(pair.reads.load(ordering: .acquiring) == 0)
        pair.writeStops.store(false, ordering: .releasing)
        #expect(Bounded.wait { shared.hasReturned.load(ordering: .acquiring) })
        #expect(shared.sawWhole)
        #expect(pair.tornReads.load(ordering: .relaxed) == 0)
      }
    }

    @Test func `an uncontended read does not change the sequence`() {
      let lock = SequenceLock()
      let pair = GuardedPair()
      let section = pair.section(workSteps: 0)
      var isWhole = lock.read(section)
      #expect(isWhole)
      #expect(lock.sequence.pointer.pointee.load(ordering: .relaxed) == 0)
      lock.write(section)
      isWhole = lock.read(section)
      #expect(isWhole)
      #expect(lock.sequence.pointer.pointee.load(ordering: .relaxed) == 2)
      #expect(pair.takeWrites() == 1)
    }

    // MARK: Left-right

    /// A log of the writes to the two copies.
    private final class CopiesLog: Sendable {
      /// A decimal digit for each write, the last digit for the last write: the number of the written
      /// copy, plus one.
      let writes = Atomic<Int>(0)
    }

    private struct CopySection: GuardedSection {
      let log: CopiesLog
      var number = 0
      var stay: Stay?

      func read() -> Bool {
        stay?.run(on: number)
        return true
      }
      func write() {
        let before = log.writes.load(ordering: .relaxed)
        log.writes.store(before * 10 + number + 1, ordering: .releasing)
      }
      func readRelaxed() -> Bool { read() }
      func writeRelaxed() { write() }
      func copy(_ index: Int) -> CopySection {
        CopySection(log: log, number: index, stay: stay)
      }
    }

    /// A reader's stay on the copy that was shown to the reader.
    private final class Stay: Sendable {
      let copy = Atomic<Int>(-1)
      private let mayLeave: Atomic<Bool>

      init(leavesAtOnce: Bool = false) { mayLeave = Atomic(leavesAtOnce) }

      func run(on number: Int) {
        copy.store(number, ordering: .releasing)
        while !mayLeave.load(ordering: .acquiring) { sync_yield() }
      }

      func leave() { mayLeave.store(true, ordering: .releasing) }
    }

    private final class Flag: Sendable {
      private let value = Atomic<Bool>(false)
      var isRaised: Bool { value.load(ordering: .acquiring) }
      func raise() { value.store(true, ordering: .releasing) }
    }

    @Test func `readers never wait, and a writer waits only for the readers of the old copy`()
      async throws
    {
      try await Trials.onThreadOfItsOwn {
        let shared = Shared<LeftRight>()
        let log = CopiesLog()
        func reader(_ stay: Stay) throws {
          _ = try #require(
            startThread { _ = shared.exclusion.read(CopySection(log: log, stay: stay)) })
        }
        let early = Stay()
        try reader(early)
        #expect(Bounded.wait { early.copy.load(ordering: .acquiring) == 0 })

        let written = Flag()
        _ = try #require(
          startThread {
            shared.exclusion.write(CopySection(log: log))
            written.raise()
          })
        // The writer has written copy 1 and published it, and directs new readers to the second
        // count.
        #expect(
          Bounded.wait {
            shared.exclusion.direction.pointer.pointee.count.load(ordering: .acquiring) == 1
          })
        #expect(log.writes.load(ordering: .acquiring) == 2)

        // While the writer waits for the early reader, another reader enters and leaves on the new
        // copy.
        let passing = Stay(leavesAtOnce: true)
        _ = shared.exclusion.read(CopySection(log: log, stay: passing))
        #expect(passing.copy.load(ordering: .acquiring) == 1)
        #expect(!written.isRaised)
        #expect(log.writes.load(ordering: .acquiring) == 2)

        // A reader that stays on the new copy does not delay the writer.
        let late = Stay()
        try reader(late)
        #expect(Bounded.wait { late.copy.load(ordering: .acquiring) == 1 })
        early.leave()
        #expect(Bounded.wait { written.isRaised })
        #expect(log.writes.load(ordering: .acquiring) == 21)
        late.leave()
      }
    }
  }
}
