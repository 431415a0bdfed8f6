import Synchronization
import Testing

@testable import SyncPrimitives

extension PrimitiveTests {
  /// Tests of snapshots whose readers announce what they read: no snapshot is freed under a reader,
  /// and the number of old snapshots stays small without a reader.
  @Suite struct ReclamationTests {
    private final class Shared<Snapshot: ReaderWriterExclusion & ~Copyable>: Sendable {
      let snapshot = Snapshot()
      let section: PairSection
      private let pair: GuardedPair

      init() {
        let pair = GuardedPair()
        section = pair.section(workSteps: 0)
        self.pair = pair
        snapshot.takeOver(section)
      }

      func takeWrites() -> UInt64? {
        snapshot.putBack(section)
        return pair.takeWrites()
      }

      func write(times: Int) {
        for _ in 0..<times { snapshot.write(section) }
      }
    }

    private final class Seen: Sendable {
      let word = Atomic<UInt64>(.max)
    }

    /// A section that calls `meanwhile` in a read, and then notes the first word.
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

    @Test func `a hazard pointer keeps its snapshot while a thousand writes free the others`() {
      let shared = Shared<HazardSnapshot>()
      shared.write(times: 1)
      let seen = Seen()
      let kept = Atomic<Int>(0)
      let isWhole = shared.snapshot.read(
        Looking(base: shared.section, seen: seen) {
          shared.write(times: 1000)
          kept.store(shared.snapshot.old.pointer.pointee.count, ordering: .relaxed)
        })
      #expect(isWhole)
      #expect(seen.word.load(ordering: .acquiring) == 1)
      #expect(kept.load(ordering: .relaxed) < HazardSnapshot.oldToKeep)
      #expect(shared.takeWrites() == 1001)
    }

    @Test
    func `snapshots replaced during a read are kept by epochs, and freed by later writes`() {
      let shared = Shared<EpochSnapshot>()
      shared.write(times: 1)
      let seen = Seen()
      let kept = Atomic<Int>(0)
      let isWhole = shared.snapshot.read(
        Looking(base: shared.section, seen: seen) {
          shared.write(times: 200)
          kept.store(shared.snapshot.old.pointer.pointee.count, ordering: .relaxed)
        })
      #expect(isWhole)
      #expect(seen.word.load(ordering: .acquiring) == 1)
      // The first writes may begin one new epoch; after that the reader holds the epoch.
      #expect(kept.load(ordering: .relaxed) > 100)
      shared.write(times: 200)
      #expect(shared.snapshot.old.pointer.pointee.count < 3 * EpochSnapshot.oldToKeep)
      #expect(shared.takeWrites() == 401)
    }

    @Test func `two readers take different words, which can be set free again`() {
      let slots = ReaderSlots()
      let first = slots.claim(7)
      let second = slots.claim(7)
      #expect(first != second)
      #expect(slots.contains { $0 == 7 })
      first.pointee.store(ReaderSlots.free, ordering: .releasing)
      second.pointee.store(ReaderSlots.free, ordering: .releasing)
      #expect(!slots.contains { $0 != ReaderSlots.free })
    }
  }
}
