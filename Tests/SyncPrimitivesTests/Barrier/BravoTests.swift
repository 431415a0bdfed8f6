import CSyncShims
import Synchronization
import Testing

@testable import SyncPrimitives
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the bias of a BRAVO lock; the inner lock's own behaviour has its tests elsewhere.
  @Suite struct BravoTests {
    typealias Lock = BravoLock<PthreadRWLock<PreferringReaders>>

    private final class Shared: Sendable {
      let lock = Lock()
      let isReading = Atomic<Bool>(false)
      let mayLeave = Atomic<Bool>(false)
      let isWritten = Atomic<Bool>(false)

      var isBiased: Bool {
        lock.bias.state.pointer.pointee.isOn.load(ordering: .acquiring) != 0
      }

      /// The number of the table's words that this lock's readers have taken.
      var visibleReaders: Int {
        (0..<UInt(WordTable.count)).count {
          lock.bias.readers[$0].pointee.load(ordering: .acquiring) == lock.bias.name
        }
      }
    }

    /// A section whose read stays until the test lets it go.
    private struct Staying: GuardedSection {
      let shared: Shared
      var stays = true

      func read() -> Bool {
        shared.isReading.store(true, ordering: .releasing)
        while stays, !shared.mayLeave.load(ordering: .acquiring) { sync_yield() }
        return true
      }
      func write() { shared.isWritten.store(true, ordering: .releasing) }
      func readRelaxed() -> Bool { read() }
      func writeRelaxed() { write() }
      func copy(_ index: Int) -> Staying { self }
    }

    @Test func `the first reader takes the inner lock and sets the bias, the next uses the table`()
    {
      let shared = Shared()
      let section = Staying(shared: shared, stays: false)
      #expect(!shared.isBiased)
      _ = shared.lock.read(section)
      #expect(shared.isBiased && shared.visibleReaders == 0)
      let word = shared.lock.bias.readers[shared.lock.bias.hash]
      let hasEntered = shared.lock.bias.announce(in: word)
      #expect(hasEntered)
      #expect(shared.visibleReaders == 1)
      // The word is taken, so another read takes the inner lock.
      let isWhole = shared.lock.read(section)
      #expect(isWhole)
      #expect(shared.visibleReaders == 1)
      word.pointee.store(0, ordering: .releasing)
    }

    @Test func `a writer waits for a reader in the table, and ends the bias`() throws {
      let shared = Shared()
      _ = shared.lock.read(Staying(shared: shared, stays: false))
      shared.isReading.store(false, ordering: .releasing)
      let reader = try PosixThread { _ = shared.lock.read(Staying(shared: shared)) }
      while !shared.isReading.load(ordering: .acquiring) { sync_yield() }
      #expect(shared.visibleReaders == 1)
      let writer = try Contender { contender in
        contender.goes()
        shared.lock.write(Staying(shared: shared))
        contender.enters()
      }
      #expect(writer.waits())
      let isWrittenEarly = shared.isWritten.load(ordering: .acquiring)
      #expect(!isWrittenEarly)
      shared.mayLeave.store(true, ordering: .releasing)
      writer.join()
      reader.join()
      let isWritten = shared.isWritten.load(ordering: .acquiring)
      #expect(isWritten)
      #expect(!shared.isBiased && shared.visibleReaders == 0)
    }

    @Test func `a reader that finds the bias gone leaves the table`() {
      let shared = Shared()
      let word = shared.lock.bias.readers[shared.lock.bias.hash]
      let hasEntered = shared.lock.bias.announce(in: word)
      #expect(!hasEntered)
      #expect(shared.visibleReaders == 0)
    }

    @Test func `a reader sets the bias again only after the earliest allowed time`() {
      let shared = Shared()
      shared.lock.bias.state.pointer.pointee.mayReturnAt.store(.max, ordering: .relaxed)
      _ = shared.lock.read(Staying(shared: shared, stays: false))
      #expect(!shared.isBiased)
      shared.lock.bias.state.pointer.pointee.mayReturnAt.store(0, ordering: .relaxed)
      _ = shared.lock.read(Staying(shared: shared, stays: false))
      #expect(shared.isBiased)
    }
  }
}
