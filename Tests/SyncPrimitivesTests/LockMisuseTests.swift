import CSyncShims
import Glibc
import SyncPrimitives
import Testing

extension PrimitiveTests {
  /// Tests of misuses of locks, each of which ends a separate process.
  @Suite struct LockMisuseTests {
    /// The misuses, each with a text that the ended process must have written to standard error;
    /// an empty text requires none.
    private static let misuses: [String: (misuse: @Sendable () -> Void, words: String)] = [
      "an error-checking mutex locked twice": (
        { acquireTwice(PthreadMutexOf<ErrorCheckKind>.self) },
        "errorcheck: a thread acquired the lock that it holds"
      ),
      "an error-checking mutex unlocked by a stranger": (
        { releaseElsewhere(PthreadMutexOf<ErrorCheckKind>.self) },
        "errorcheck: a thread released a lock that it does not hold"
      ),
      "a recursive mutex unlocked by a stranger": (
        { releaseElsewhere(PthreadMutexOf<RecursiveKind>.self) },
        "recursive: a thread released a lock that it does not hold"
      ),
      "a priority-inheriting mutex unlocked by a stranger": (
        { releaseElsewhere(PthreadMutexOf<PriorityInheritingKind>.self) },
        "pi: a thread released a lock that it does not hold"
      ),
      "a robust mutex unlocked by a stranger": (
        { releaseElsewhere(PthreadMutexOf<RobustKind>.self) },
        "robust: a thread released a lock that it does not hold"
      ),
      "a priority-inheriting futex locked twice": (
        { acquireTwice(PriorityInheritingFutex.self) },
        "pi-futex: a thread acquired the lock that it holds"
      ),
      "a priority-inheriting futex unlocked by a stranger": (
        { releaseElsewhere(PriorityInheritingFutex.self) }, "pi-futex: a thread released a lock"
      ),
      "an owner-checked futex locked twice": (
        { acquireTwice(UnfairOwnerFutex.self) },
        "unfair-futex-owner: a thread acquired the lock that it holds"
      ),
      "an owner-checked futex unlocked by a stranger": (
        { releaseElsewhere(UnfairOwnerFutex.self) }, "unfair-futex-owner: a thread released a lock"
      ),
      "a locked address unlocked by a stranger": (
        { releaseElsewhere(SynchronizedTableLock.self) },
        "synchronized-table: a thread released an address"
      ),
      "a free address unlocked": (
        { SynchronizedTableLock().release() }, "synchronized-table: a thread released an address"
      ),
      "Synchronization.Mutex locked twice": ({ enterTwice(StandardMutex.self) }, ""),
      "a serial queue entered twice": ({ enterTwice(SerialQueueSync.self) }, ""),
      "a serial queue entered twice by dispatch_sync_f": (
        {
          let queue = sync_serial_queue("twice")
          sync_dispatch_sync_f(queue, queue) { queue in sync_dispatch_sync_f(queue, nil) { _ in } }
        }, ""
      ),
    ]

    @Test(arguments: misuses.keys.sorted())
    func `a misuse ends the process, with the message, if any, of the lock`(
      name: String
    ) async throws {
      let words = try #require(Self.misuses[name]).words
      let end: ExitTest.Condition = words.isEmpty ? .failure : .signal(SIGABRT)
      let ended = await #expect(
        processExitsWith: end, observing: [\.standardErrorContent]
      ) { [name] in try #require(Self.misuses[name]).misuse() }
      let text = String(decoding: try #require(ended).standardErrorContent, as: UTF8.self)
      #expect(words.isEmpty || text.contains(words))
    }

    @Test func `a correct use of an error-checking mutex does not end the process`() async {
      await #expect(processExitsWith: .success) {
        let lock = PthreadMutexOf<ErrorCheckKind>()
        for _ in 0..<2 {
          lock.acquire()
          lock.release()
        }
      }
    }
  }
}

/// Acquires a lock that this thread holds.
private func acquireTwice<Held: Lock & ~Copyable>(_ type: Held.Type) {
  let lock = Held()
  lock.acquire()
  lock.acquire()
}

/// Lets another thread release a lock that this thread holds.
private func releaseElsewhere<Held: Lock & ~Copyable>(_ type: Held.Type) {
  let shared = LockTrials.Shared(type)
  shared.lock.acquire()
  LockTrials.onAnotherThread { shared.lock.release() }
}

/// Enters a section inside a section of the same lock.
private func enterTwice<Exclusion: MutualExclusion & ~Copyable>(_ type: Exclusion.Type)
where Exclusion.ThreadState == Void {
  let exclusion = Exclusion()
  var outer: Void = ()
  exclusion.exclusively(&outer) {
    var inner: Void = ()
    exclusion.exclusively(&inner) {}
  }
}
