import Glibc
import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives

extension PrimitiveTests {
  /// The promises of single locks that sleep; all locks are proven by LockProofTests.
  @Suite struct BlockingLockTests {
    @Test func `the sleepers of a spin-then-park futex are counted, up and down`() async throws {
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

    @Test func `a draw of pauses is once to twice the base`() {
      let pauses = JitteredPauses()
      for _ in 0..<1000 { #expect((pauses.base..<2 * pauses.base).contains(pauses.draw())) }
    }

    @Test func `the words of a lock with a cheap release are as they were when all have left`()
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

    @Test func `a spin lasts some pauses, and no more than the published ones`() {
      #expect((1...64).contains(JitteredPauses().base))
      #expect((1...1000).contains(MCSParkLock.fittingPauses()))
    }
  }
}
