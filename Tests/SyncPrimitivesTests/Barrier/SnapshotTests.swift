import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives

extension PrimitiveTests {
  /// Tests of the published snapshot: a reader keeps its snapshot, no writer waits for a reader,
  /// and no reader stays counted as a borrower.
  @Suite struct SnapshotTests {
    /// A primitive and its guarded data, set up as in a case.
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

      /// The number of borrowers of the published snapshot.
      var borrowers: UInt64 { snapshot.published.pointer.pointee.load(ordering: .acquiring) >> 48 }

      func takeWrites() -> UInt64? {
        snapshot.putBack(section)
        let writes = pair.takeWrites()
        snapshot.takeOver(section)
        return writes
      }

      /// Enters as a reader, calls `meanwhile`, and returns the first word as the reader then sees
      /// it.
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

    @Test func `writes are published, and copied back to the original data`() {
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

    @Test func `a reader keeps its snapshot while others write`() {
      let shared = Shared()
      shared.snapshot.write(shared.section)
      let found = shared.read {
        // If a write waited for the reader inside, this loop would never end.
        for _ in 0..<5 { shared.snapshot.write(shared.section) }
      }
      #expect(found == 1)
      #expect(shared.tornReads.load(ordering: .relaxed) == 0)
      #expect(shared.borrowers == 0)
      #expect(shared.takeWrites() == 6)
    }

    @Test func `the count of borrowers moves with a replaced snapshot`() {
      let shared = Shared()
      let borrowers = Seen()
      let found = shared.read {
        _ = shared.read {
          // Two readers have the first snapshot. The write replaces it together with their count,
          // and a third reader has the second snapshot.
          shared.snapshot.write(shared.section)
          _ = shared.read { borrowers.word.store(shared.borrowers, ordering: .relaxed) }
        }
      }
      #expect(found == 0)
      #expect(borrowers.word.load(ordering: .relaxed) == 1)
      #expect(shared.borrowers == 0)
    }

    @Test func `readers may return a snapshot before its writer has counted them`() {
      let node = SnapshotNode(copying: UnsafeMutableRawBufferPointer(start: nil, count: 0))
      let count = node.memory.assumingMemoryBound(to: Atomic<Int64>.self)
      node.add(-1)
      node.add(-1)
      var left = count.pointee.load(ordering: .relaxed)
      #expect(left == -2)
      node.add(3)
      left = count.pointee.load(ordering: .relaxed)
      #expect(left == 1)
      // The last reader frees the snapshot.
      node.add(-1)
    }

    @Test func `no borrower is counted after all threads have ended`() async throws {
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
