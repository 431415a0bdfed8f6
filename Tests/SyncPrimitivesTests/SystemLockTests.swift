import SyncPrimitives
import Testing

@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the details of system libraries' locks, in addition to the proofs in LockProofTests.
  @Suite struct SystemLockTests {
    @Test func `a try of an error-checking mutex by its holder fails`() {
      let lock = PthreadMutexOf<ErrorCheckKind>()
      lock.acquire()
      let isTaken = lock.tryAcquire()
      lock.release()
      #expect(!isTaken)
    }

    @Test func `NSRecursiveLock ignores an unlock by another thread`() async throws {
      let others = try await Trials.onThreadOfItsOwn {
        let box = LockTrials.Shared(NSRecursiveLockExclusion.self)
        box.lock.acquire()
        LockTrials.onAnotherThread { box.lock.release() }
        defer { box.lock.release() }
        return LockTrials.triesElsewhere(box)
      }
      #expect(!others)
    }

    @Test func `a robust mutex of an ended owner can be acquired, and then works as before`()
      async throws
    {
      let others = try await Trials.onThreadOfItsOwn {
        let box = LockTrials.Shared(PthreadMutexOf<RobustKind>.self)
        var others: [Bool] = []
        // Both an acquisition and a try must declare the mutex's state consistent.
        for takesByTry in [false, true] {
          LockTrials.onAnotherThread { box.lock.acquire() }
          if takesByTry { others.append(box.lock.tryAcquire()) } else { box.lock.acquire() }
          others.append(LockTrials.triesElsewhere(box))
          box.lock.release()
          others.append(LockTrials.triesElsewhere(box))
        }
        return others
      }
      #expect(others == [false, true, true, false, true])
    }

    @Test func `the lock that a system lock wraps is in the list of locks`() {
      let names = Set(LocksSuite.entries.map(\.name))
      for wrapped in LocksSuite.systemLocks.compactMap(\.traits?.wraps) {
        #expect(names.contains(wrapped))
      }
    }
  }
}
