import Glibc
import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives

extension PrimitiveTests {
  /// Tests of the details of sleeping locks, in addition to the proofs in LockProofTests.
  @Suite struct BlockingLockTests {
    @Test func `a spin-then-park futex counts its sleepers up and down`() async throws {
      try await Trials.onThreadOfItsOwn {
        let shared = LockTrials.Shared(SpinParkFutex.self)
        let words = shared.lock.words.pointer
        shared.lock.acquire()
        let isCrowdedWhenHeld = shared.lock.isCrowded
        #expect(!isCrowdedWhenHeld)
        let threads = try (0..<4).map { _ in
          try #require(
            startThread {
              shared.lock.acquire()
              shared.lock.release()
            })
        }
        #expect(Bounded.wait { words.pointee.sleepers.load(ordering: .relaxed) == 4 })
        let isCrowdedByFour = shared.lock.isCrowded
        #expect(isCrowdedByFour)
        shared.lock.release()
        for thread in threads { pthread_join(thread, nil) }
        #expect(words.pointee.sleepers.load(ordering: .relaxed) == 0)
        #expect(words.pointee.state.load(ordering: .relaxed) == SpinParkFutex.free)
      }
    }

    @Test func `a drawn delay is at least the shortest delay, and less than twice as long`() {
      let pauses = JitteredPauses()
      for _ in 0..<1000 { #expect((pauses.base..<2 * pauses.base).contains(pauses.draw())) }
    }

    @Test func `all words of a lock with a cheap release are 0 again when no thread uses the lock`()
      async throws
    {
      try await Trials.onThreadOfItsOwn {
        let shared = LockTrials.Shared(SpinParkMembarrier.self)
        let words = shared.lock.words.pointer
        shared.lock.acquire()
        let thread = try #require(
          startThread {
            shared.lock.acquire()
            shared.lock.release()
          })
        #expect(Bounded.wait { words.pointee.announced.load(ordering: .relaxed) == 1 })
        shared.lock.release()
        pthread_join(thread, nil)
        #expect(words.pointee.held.load(ordering: .relaxed) == 0)
        #expect(words.pointee.announced.load(ordering: .relaxed) == 0)
      }
    }

    @Test
    func `the shortest delay has 1 to 64 pauses, and a spin of the parking MCS lock 1 to 1000`() {
      #expect((1...64).contains(JitteredPauses().base))
      #expect((1...1000).contains(MCSParkLock.fittingPauses()))
    }
  }
}
