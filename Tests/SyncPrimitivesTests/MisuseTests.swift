import Glibc
import SyncPrimitives
import Testing

/// What becomes of a process that misuses a lock that knows its owner, in a process of its own.
@Suite struct MisuseTests {
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
      let lock = Held<PriorityInheritingFutex>()
      onAnotherThread { lock.exclusion.acquire() }
      lock.exclusion.release()
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
      let lock = Held<UnfairOwnerFutex>()
      onAnotherThread { lock.exclusion.acquire() }
      lock.exclusion.release()
    }
    #expect(try text(result).contains("unfair-futex-owner: a thread released a lock"))
  }

  @Test func `a locked address ends the process that releases it on another thread`() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let lock = Held<SynchronizedTableLock>()
      onAnotherThread { lock.exclusion.acquire() }
      lock.exclusion.release()
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

/// Keeps a lock in one place while threads share it.
private final class Held<Exclusion: Lock & ~Copyable>: Sendable {
  let exclusion = Exclusion()
}

/// Runs `body` on a thread of its own and waits for its end.
private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  try? HandOvers.elsewhere(body)
}
