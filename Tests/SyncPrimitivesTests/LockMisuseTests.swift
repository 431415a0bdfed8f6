import CSyncShims
import SyncPrimitives
import Testing

extension PrimitiveTests {
  /// What ends the process, each in a process of its own.
  @Suite struct LockMisuseTests {
    @Test func `an error-checking mutex ends the process of who locks it twice`() async throws {
      let ended = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let lock = PthreadMutexOf<ErrorCheckKind>()
        lock.acquire()
        lock.acquire()
      }
      #expect(words(ended).contains("errorcheck: a thread acquired the lock that it holds"))
    }

    @Test func `an error-checking mutex ends the process of a stranger who unlocks it`() async {
      let ended = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        releaseElsewhere(PthreadMutexOf<ErrorCheckKind>.self)
      }
      #expect(words(ended).contains("errorcheck: a thread released a lock that it does not hold"))
    }

    @Test func `a recursive mutex ends the process of a stranger who unlocks it`() async {
      let ended = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        releaseElsewhere(PthreadMutexOf<RecursiveKind>.self)
      }
      #expect(words(ended).contains("recursive: a thread released a lock that it does not hold"))
    }

    @Test func `a priority-inheriting mutex ends the process of a stranger who unlocks it`() async {
      let ended = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        releaseElsewhere(PthreadMutexOf<PriorityInheritingKind>.self)
      }
      #expect(words(ended).contains("pi: a thread released a lock that it does not hold"))
    }

    @Test func `a robust mutex ends the process of a stranger who unlocks it`() async {
      let ended = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        releaseElsewhere(PthreadMutexOf<RobustKind>.self)
      }
      #expect(words(ended).contains("robust: a thread released a lock that it does not hold"))
    }

    @Test func `Synchronization.Mutex ends the process of who locks it twice`() async {
      await #expect(processExitsWith: .failure) { enterTwice(StandardMutex.self) }
    }

    @Test func `a serial queue ends the process of who enters it twice`() async {
      await #expect(processExitsWith: .failure) { enterTwice(SerialQueueSync.self) }
    }

    @Test func `dispatch_sync_f ends the process of who enters a serial queue twice`() async {
      await #expect(processExitsWith: .failure) {
        let queue = sync_serial_queue("twice")
        sync_dispatch_sync_f(queue, queue) { queue in sync_dispatch_sync_f(queue, nil) { _ in } }
      }
    }

    @Test func `whoever keeps the rules is let live`() async {
      await #expect(processExitsWith: .success) {
        let lock = PthreadMutexOf<ErrorCheckKind>()
        for _ in 0..<2 {
          lock.acquire()
          lock.release()
        }
      }
    }

    private func words(_ ended: ExitTest.Result?) -> String {
      String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    }
  }
}

/// Has another thread release what this one holds.
private func releaseElsewhere<Held: TryLock & ~Copyable>(_ type: Held.Type) {
  let shared = LockTrials.Shared(type)
  shared.lock.acquire()
  LockTrials.onAnotherThread { shared.lock.release() }
}

/// Runs a section inside a section.
private func enterTwice<Exclusion: MutualExclusion & ~Copyable>(_ type: Exclusion.Type)
where Exclusion.ThreadState == Void {
  let exclusion = Exclusion()
  var outer: Void = ()
  exclusion.exclusively(&outer) {
    var inner: Void = ()
    exclusion.exclusively(&inner) {}
  }
}
