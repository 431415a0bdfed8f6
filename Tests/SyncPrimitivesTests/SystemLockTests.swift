import SyncPrimitives
import Testing

@testable import SyncSuites

extension PrimitiveTests {
  /// What the locks of the system's libraries promise beyond exclusion.
  @Suite struct SystemLockTests {
    static let tried: [LockTrials.Tried] = [
      LockTrials.Tried(PthreadMutex.self), LockTrials.Tried(PthreadMutexOf<AdaptiveKind>.self),
      LockTrials.Tried(PthreadMutexOf<ErrorCheckKind>.self),
      LockTrials.Tried(PthreadMutexOf<RecursiveKind>.self),
      LockTrials.Tried(PthreadMutexOf<PriorityInheritingKind>.self),
      LockTrials.Tried(PthreadMutexOf<RobustKind>.self),
      LockTrials.Tried(PthreadSpinlock.self), LockTrials.Tried(SemaphoreLock.self),
      LockTrials.Tried(ConditionVariableLock.self),
      LockTrials.Tried(NSLockExclusion.self), LockTrials.Tried(NSRecursiveLockExclusion.self),
      LockTrials.Tried(NSConditionLockExclusion.self), LockTrials.Tried(StandardMutex.self),
      LockTrials.Tried(DispatchSemaphoreLock.self),
    ]

    @Test(arguments: tried)
    func `a try fails while another thread holds the lock, and succeeds when it is free`(
      lock: LockTrials.Tried
    ) async throws {
      let outcome = try await Trials.onThreadOfItsOwn { lock.outcome() }
      #expect(outcome.whileHeld == [false])
      #expect(outcome.whenFree == [true, true], "the first try gave back what it took")
      #expect(outcome.sections == 2, "a try that fails runs nothing")
    }

    static let deadlocking: [LockTrials.HeldByItself] = [
      LockTrials.HeldByItself(PthreadMutex.self),
      LockTrials.HeldByItself(PthreadMutexOf<AdaptiveKind>.self),
      LockTrials.HeldByItself(PthreadMutexOf<ErrorCheckKind>.self),
      LockTrials.HeldByItself(PthreadMutexOf<PriorityInheritingKind>.self),
      LockTrials.HeldByItself(PthreadMutexOf<RobustKind>.self),
      LockTrials.HeldByItself(PthreadSpinlock.self),
      LockTrials.HeldByItself(SemaphoreLock.self),
      LockTrials.HeldByItself(ConditionVariableLock.self),
      LockTrials.HeldByItself(NSLockExclusion.self),
      LockTrials.HeldByItself(NSConditionLockExclusion.self),
      LockTrials.HeldByItself(DispatchSemaphoreLock.self),
    ]

    @Test(arguments: deadlocking)
    func `a lock that does not recurse is not free to its holder either`(
      lock: LockTrials.HeldByItself
    ) {
      #expect(lock.relock != .recurses)
      #expect(!lock.tryTwice())
    }

    @Test func `a recursive lock keeps others out until its last release`() async throws {
      let outcomes = try await Trials.onThreadOfItsOwn {
        [
          LockTrials.othersDuringThreeReleases(PthreadMutexOf<RecursiveKind>.self),
          LockTrials.othersDuringThreeReleases(NSRecursiveLockExclusion.self),
        ]
      }
      for others in outcomes { #expect(others == [false, false, false, true]) }
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
