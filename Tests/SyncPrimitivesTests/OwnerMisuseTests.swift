import Glibc
import SyncPrimitives
import Testing

/// What becomes of a process that misuses a lock that knows its owner, in a process of its own.
@Suite struct OwnerMisuseTests {
  private func text(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  @Test func `a priority-inheriting futex ends the process that takes it twice`() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let lock = PriorityInheritingFutex()
      lock.acquire()
      lock.acquire()
    }
    #expect(try text(result).contains("pi-futex: a thread acquired the lock that it holds"))
  }

  @Test func `a priority-inheriting futex ends the process that releases another's`() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      releaseAnothers(PriorityInheritingFutex.self)
    }
    #expect(try text(result).contains("pi-futex: a thread released a lock"))
  }

  @Test func `an owner-checked futex ends the process that takes it twice`() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let lock = UnfairOwnerFutex()
      lock.acquire()
      lock.acquire()
    }
    #expect(
      try text(result).contains("unfair-futex-owner: a thread acquired the lock that it holds"))
  }

  @Test func `an owner-checked futex ends the process that releases another's`() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      releaseAnothers(UnfairOwnerFutex.self)
    }
    #expect(try text(result).contains("unfair-futex-owner: a thread released a lock"))
  }

  @Test func `a locked address ends the process that releases it on another thread`() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      releaseAnothers(SynchronizedTableLock.self)
    }
    #expect(try text(result).contains("synchronized-table: a thread released an address"))
  }

  @Test func `a free address ends the process that releases it`() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      SynchronizedTableLock().release()
    }
    #expect(try text(result).contains("synchronized-table: a thread released an address"))
  }
}

/// Has this thread release what another took.
private func releaseAnothers<Held: Lock & ~Copyable>(_ type: Held.Type) {
  let shared = LockTrials.Shared(type)
  LockTrials.onAnotherThread { shared.lock.acquire() }
  shared.lock.release()
}
