import Glibc
import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives

extension PrimitiveTests {
  /// What the locks that sleep promise beyond exclusion.
  @Suite struct BlockingLockTests {
    /// A blocking lock, its type erased.
    struct Candidate: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let handOver: @Sendable (_ threads: Int, _ sections: Int) throws -> UInt64?

      init<Exclusion: MutualExclusion & ~Copyable>(_ type: Exclusion.Type) {
        testDescription = "\(type)"
        handOver = { try Sleepers.count(type, threads: $0, sections: $1) }
      }
    }

    /// One that can be tried: what a thread gets while another holds it, and while nobody does.
    struct TriedCandidate: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let triesWhileHeldAndFree: @Sendable () -> [Bool?]

      init<Exclusion: TryExclusion & ~Copyable>(_ type: Exclusion.Type) {
        testDescription = "\(type)"
        triesWhileHeldAndFree = {
          let shared = LockTrials.Shared(type)
          let attempt: @Sendable () -> Bool = {
            var state = shared.lock.makeThreadState()
            var ran = false
            let said = shared.lock.exclusivelyIfFree(&state) { ran = true }
            shared.lock.endThreadState(state)
            return ran && said
          }
          var state = shared.lock.makeThreadState()
          var whileHeld: Bool?
          shared.lock.exclusively(&state) { whileHeld = LockTrials.onAnotherThread(attempt) }
          shared.lock.endThreadState(state)
          return [
            whileHeld, LockTrials.onAnotherThread(attempt),
            LockTrials.onAnotherThread(attempt),
          ]
        }
      }
    }

    static let all = [
      Candidate(FutexMutex.self), Candidate(SpinParkFutex.self),
      Candidate(SpinParkMembarrier.self), Candidate(PriorityInheritingFutex.self),
      Candidate(MCSParkLock.self),
      Candidate(UnfairOwnerFutex.self), Candidate(SynchronizedTableLock.self),
      Candidate(AtomicWrapperMutate.self),
    ]
    static let tried = [
      TriedCandidate(FutexMutex.self), TriedCandidate(SpinParkFutex.self),
      TriedCandidate(SpinParkMembarrier.self), TriedCandidate(PriorityInheritingFutex.self),
      TriedCandidate(MCSParkLock.self),
      TriedCandidate(UnfairOwnerFutex.self), TriedCandidate(SynchronizedTableLock.self),
    ]

    @Test(arguments: all, [3, 4])
    func `no wake-up is lost over many hand-overs`(lock: Candidate, threads: Int) async throws {
      let counted = try await Trials.onThreadOfItsOwn { try lock.handOver(threads, 1500) }
      #expect(counted == UInt64(threads * 1500))
    }

    @Test(arguments: tried)
    func `a try fails while another thread holds the lock, and succeeds when it is free`(
      lock: TriedCandidate
    ) async throws {
      let tries = try await Trials.onThreadOfItsOwn { lock.triesWhileHeldAndFree() }
      #expect(tries == [false, true, true])
    }

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
        #expect(Sleepers.comesTrue { words.pointee.sleepers.load(ordering: .relaxed) == 4 })
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
        #expect(Sleepers.comesTrue { words.pointee.announced.load(ordering: .relaxed) == 1 })
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

    @Test func `the waiters of a parking queue lock get it in the order of their coming`()
      async throws
    {
      final class Order: @unchecked Sendable { var names: [Int] = [] }
      try await Trials.onThreadOfItsOwn {
        let shared = LockTrials.Shared(MCSParkLock.self)
        let order = Order()
        var threads: [pthread_t] = []
        var node = shared.lock.makeThreadState()
        shared.lock.exclusively(&node) {
          for name in 0..<4 {
            let last = shared.lock.tail.pointer.pointee.load(ordering: .acquiring)
            let thread = startThread {
              var node = shared.lock.makeThreadState()
              shared.lock.exclusively(&node) { order.names.append(name) }
              shared.lock.endThreadState(node)
            }
            if let thread { threads.append(thread) }
            #expect(
              Sleepers.comesTrue {
                shared.lock.tail.pointer.pointee.load(ordering: .acquiring) != last
              })
          }
        }
        for thread in threads { pthread_join(thread, nil) }
        #expect(order.names == [0, 1, 2, 3])
        #expect(shared.lock.tail.pointer.pointee.load(ordering: .relaxed) == nil)
        shared.lock.endThreadState(node)
      }
    }
  }
}
