import CSyncShims
import Glibc
import SyncPrimitives
import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// What the locks of the system's libraries promise beyond exclusion.
  @Suite struct SystemLockTests {
    static let tried: [Tried] = [
      Tried(PthreadMutex.self), Tried(PthreadMutexOf<AdaptiveKind>.self),
      Tried(PthreadMutexOf<ErrorCheckKind>.self), Tried(PthreadMutexOf<RecursiveKind>.self),
      Tried(PthreadMutexOf<PriorityInheritingKind>.self), Tried(PthreadMutexOf<RobustKind>.self),
      Tried(PthreadSpinlock.self), Tried(SemaphoreLock.self), Tried(ConditionVariableLock.self),
      Tried(NSLockExclusion.self), Tried(NSRecursiveLockExclusion.self),
      Tried(NSConditionLockExclusion.self), Tried(StandardMutex.self),
      Tried(DispatchSemaphoreLock.self),
    ]

    @Test(arguments: tried)
    func `a try fails while another thread holds the lock, and succeeds when it is free`(
      lock: Tried
    ) async throws {
      let outcome = try await Trials.onThreadOfItsOwn { lock.outcome() }
      #expect(outcome.whileHeld == [false])
      #expect(outcome.whenFree == [true, true], "the first try gave back what it took")
      #expect(outcome.sections == 2, "a try that fails runs nothing")
    }

    static let deadlocking: [HeldByItself] = [
      HeldByItself(PthreadMutex.self), HeldByItself(PthreadMutexOf<AdaptiveKind>.self),
      HeldByItself(PthreadMutexOf<ErrorCheckKind>.self),
      HeldByItself(PthreadMutexOf<PriorityInheritingKind>.self),
      HeldByItself(PthreadMutexOf<RobustKind>.self), HeldByItself(PthreadSpinlock.self),
      HeldByItself(SemaphoreLock.self), HeldByItself(ConditionVariableLock.self),
      HeldByItself(NSLockExclusion.self), HeldByItself(NSConditionLockExclusion.self),
      HeldByItself(DispatchSemaphoreLock.self),
    ]

    @Test(arguments: deadlocking)
    func `a lock that does not recurse is not free to its holder either`(lock: HeldByItself) {
      #expect(lock.relock != .recurses)
      #expect(!lock.tryTwice())
    }

    @Test func `a recursive lock keeps others out until its last release`() async throws {
      let outcomes = try await Trials.onThreadOfItsOwn {
        [
          othersDuringThreeReleases(PthreadMutexOf<RecursiveKind>.self),
          othersDuringThreeReleases(NSRecursiveLockExclusion.self),
        ]
      }
      for others in outcomes { #expect(others == [false, false, false, true]) }
    }

    @Test func `NSRecursiveLock lets a stranger's unlock pass without effect`() async throws {
      let others = try await Trials.onThreadOfItsOwn {
        let box = Box(NSRecursiveLockExclusion.self)
        box.lock.acquire()
        onAnotherThread { box.lock.release() }
        defer { box.lock.release() }
        return triesElsewhere(box)
      }
      #expect(!others)
    }

    @Test func `a robust mutex passes on when its owner ends, and works as before`() async throws {
      let others = try await Trials.onThreadOfItsOwn {
        let box = Box(PthreadMutexOf<RobustKind>.self)
        var others: [Bool] = []
        // Once by a lock and once by a try: each must declare the state consistent.
        for takesByTry in [false, true] {
          onAnotherThread { box.lock.acquire() }
          if takesByTry { others.append(box.lock.tryAcquire()) } else { box.lock.acquire() }
          others.append(triesElsewhere(box))
          box.lock.release()
          others.append(triesElsewhere(box))
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

/// A primitive and what came of trying it, its type erased.
struct Tried: CustomTestStringConvertible, Sendable {
  struct Outcome: Sendable {
    var whileHeld: [Bool?] = []
    var whenFree: [Bool?] = []
    var sections = 0
  }

  let testDescription: String
  let outcome: @Sendable () -> Outcome

  init<Exclusion: TryExclusion & ~Copyable>(_ type: Exclusion.Type)
  where Exclusion.ThreadState == Void {
    testDescription = "\(type)"
    outcome = {
      let box = Box(type)
      let sections = Atomic(0)
      var outcome = Outcome()
      func tries() -> Bool {
        var state: Void = ()
        return box.lock.exclusivelyIfFree(&state) { sections.add(1, ordering: .relaxed) }
      }
      var state: Void = ()
      box.lock.exclusively(&state) { outcome.whileHeld = [onAnotherThread { tries() }] }
      outcome.whenFree = [tries(), onAnotherThread { tries() }]
      outcome.sections = sections.load(ordering: .relaxed)
      return outcome
    }
  }
}

/// A lock that a thread tries while it holds it, its type erased.
struct HeldByItself: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let relock: LockTraits.Relock?
  let tryTwice: @Sendable () -> Bool

  init<Held: TryLock & ~Copyable>(_ type: Held.Type) {
    testDescription = "\(type)"
    relock = type.traits?.relock
    tryTwice = {
      let lock = Held()
      lock.acquire()
      let isTaken = lock.tryAcquire()
      lock.release()
      return isTaken
    }
  }
}

/// Keeps a lock in one place while threads share it.
final class Box<Exclusion: MutualExclusion & ~Copyable>: Sendable {
  let lock: Exclusion
  init(_ type: Exclusion.Type) { lock = Exclusion() }
}

/// What `body` answers on a thread that has ended when this returns.
@discardableResult
func onAnotherThread<Answer>(_ body: () -> Answer) -> Answer? {
  // The thread does not outlive this call, so neither does what it was given.
  withoutActuallyEscaping(body) { body in
    nonisolated(unsafe) var answer: Answer?
    nonisolated(unsafe) let body = body
    let thread = startThread { answer = body() }
    if let thread { pthread_join(thread, nil) }
    return answer
  }
}

/// Whether another thread gets the lock now; it gives it back.
func triesElsewhere<Held: TryLock & ~Copyable>(_ box: Box<Held>) -> Bool {
  onAnotherThread {
    guard box.lock.tryAcquire() else { return false }
    box.lock.release()
    return true
  } ?? false
}

/// Whether another thread gets in after a lock was taken three times, and after each of its releases.
func othersDuringThreeReleases<Held: TryLock & ~Copyable>(_ type: Held.Type) -> [Bool] {
  let box = Box(type)
  for _ in 0..<3 { box.lock.acquire() }
  var others = [triesElsewhere(box)]
  for _ in 0..<3 {
    box.lock.release()
    others.append(triesElsewhere(box))
  }
  return others
}
