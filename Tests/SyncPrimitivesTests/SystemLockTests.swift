import SyncPrimitives
import Testing

@testable import SyncSuites

extension PrimitiveTests {
  /// The promises of single locks of the system's libraries; all locks are proven by LockProofTests.
  @Suite struct SystemLockTests {
    @Test func `an error-checking mutex fails a try by its holder`() {
      let lock = PthreadMutexOf<ErrorCheckKind>()
      lock.acquire()
      let isTaken = lock.tryAcquire()
      lock.release()
      #expect(!isTaken)
    }

    @Test func `NSRecursiveLock lets a stranger's unlock pass without effect`() async throws {
      let others = try await Trials.onThreadOfItsOwn {
        let box = LockTrials.Shared(NSRecursiveLockExclusion.self)
        box.lock.acquire()
        LockTrials.onAnotherThread { box.lock.release() }
        defer { box.lock.release() }
        return LockTrials.triesElsewhere(box)
      }
      #expect(!others)
    }

    @Test func `a robust mutex passes on when its owner ends, and works as before`() async throws {
      let others = try await Trials.onThreadOfItsOwn {
        let box = LockTrials.Shared(PthreadMutexOf<RobustKind>.self)
        var others: [Bool] = []
        // Once by a lock and once by a try: each must declare the state consistent.
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

    @Test func `what a lock of the system wraps is a lock of the list`() {
      let names = Set(LocksSuite.entries.map(\.name))
      for wrapped in LocksSuite.systemLocks.compactMap(\.traits?.wraps) {
        #expect(names.contains(wrapped))
      }
    }
  }
}
