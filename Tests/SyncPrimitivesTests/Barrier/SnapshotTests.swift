import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives

extension PrimitiveTests {
  /// The published snapshot: a reader keeps its snapshot, no writer waits for a reader, and no snapshot is left.
  @Suite struct SnapshotTests {
    /// A primitive and its pair, as a case has them.
    private final class Shared: Sendable {
      let snapshot: PublishedSnapshot
      let section: PairSection
      let tornReads = Atomic<Int>(0)
      let running = Atomic<Int>(0)
      private let pair: GuardedPair

      init() {
        let pair = GuardedPair()
        section = pair.section(workSteps: 0)
        self.pair = pair
        snapshot = PublishedSnapshot()
        snapshot.takeOver(section)
      }

      /// The borrowers of what is published.
      var borrowers: UInt64 { snapshot.published.pointer.pointee.load(ordering: .acquiring) >> 48 }

      func takeWrites() -> UInt64? {
        snapshot.putBack(section)
        let writes = pair.takeWrites()
        snapshot.takeOver(section)
        return writes
      }

      /// Reads, and does something inside before it looks; what it then finds in the first word.
      func read(after meanwhile: @escaping @Sendable () -> Void) -> UInt64 {
        let looking = Looking(base: section, seen: Seen(), meanwhile: meanwhile)
        let isWhole = snapshot.read(looking)
        if !isWhole { tornReads.wrappingAdd(1, ordering: .relaxed) }
        return looking.seen.word.load(ordering: .acquiring)
      }
    }

    private final class Seen: Sendable {
      let word = Atomic<UInt64>(.max)
    }

    private struct Looking: GuardedSection {
      let base: PairSection
      let seen: Seen
      let meanwhile: @Sendable () -> Void

      func read() -> Bool {
        meanwhile()
        seen.word.store(base.first.pointee, ordering: .releasing)
        return base.read()
      }
      func write() { base.write() }
      func readRelaxed() -> Bool { read() }
      func writeRelaxed() { write() }
      func copy(_ index: Int) -> Looking { self }
      var data: UnsafeMutableRawBufferPointer { base.data }
      func moved(to data: UnsafeMutableRawPointer) -> Looking {
        Looking(base: base.moved(to: data), seen: seen, meanwhile: meanwhile)
      }
    }

    @Test func `writes are published, and put back where the data was`() {
      let shared = Shared()
      for _ in 0..<3 { shared.snapshot.write(shared.section) }
      let isWhole = shared.snapshot.read(shared.section)
      #expect(isWhole)
      #expect(shared.borrowers == 0)
      #expect(shared.takeWrites() == 3)
      #expect(shared.takeWrites() == 0)
      shared.snapshot.write(shared.section)
      #expect(shared.takeWrites() == 1)
    }

    @Test func `a reader keeps what it came upon, however much is written meanwhile`() {
      let shared = Shared()
      shared.snapshot.write(shared.section)
      let found = shared.read {
        // No write waits for the reader that is inside, or this would never return.
        for _ in 0..<5 { shared.snapshot.write(shared.section) }
      }
      #expect(found == 1)
      #expect(shared.tornReads.load(ordering: .relaxed) == 0)
      #expect(shared.borrowers == 0)
      #expect(shared.takeWrites() == 6)
    }

    @Test func `the borrowers go with the snapshot that is replaced`() {
      let shared = Shared()
      let borrowers = Seen()
      let found = shared.read {
        _ = shared.read {
          // Two read the first snapshot; the write takes both along, and a third reads the second.
          shared.snapshot.write(shared.section)
          _ = shared.read { borrowers.word.store(shared.borrowers, ordering: .relaxed) }
        }
      }
      #expect(found == 0)
      #expect(borrowers.word.load(ordering: .relaxed) == 1)
      #expect(shared.borrowers == 0)
    }

    @Test func `readers may give back before a snapshot's writer has counted them`() {
      let node = SnapshotNode(copying: UnsafeMutableRawBufferPointer(start: nil, count: 0))
      let count = node.memory.assumingMemoryBound(to: Atomic<Int64>.self)
      node.add(-1)
      node.add(-1)
      var left = count.pointee.load(ordering: .relaxed)
      #expect(left == -2)
      node.add(3)
      left = count.pointee.load(ordering: .relaxed)
      #expect(left == 1)
      // The last one frees it.
      node.add(-1)
    }

    @Test func `nobody is still counted when all threads have ended`() async throws {
      let turns = 2000
      let shared = Shared()
      try await Trials.onThreadOfItsOwn {
        for thread in 0..<3 {
          shared.running.wrappingAdd(1, ordering: .relaxed)
          let started = startThread {
            for turn in 0..<turns {
              if turn % 3 == thread { shared.snapshot.write(shared.section) }
              let isWhole = shared.snapshot.read(shared.section)
              if !isWhole { shared.tornReads.wrappingAdd(1, ordering: .relaxed) }
            }
            shared.running.wrappingSubtract(1, ordering: .acquiringAndReleasing)
          }
          _ = try #require(started)
        }
        #expect(Bounded.wait { shared.running.load(ordering: .acquiring) == 0 })
      }
      #expect(shared.tornReads.load(ordering: .relaxed) == 0)
      #expect(shared.borrowers == 0)
      #expect(shared.takeWrites() == UInt64(turns))
    }
  }
}
