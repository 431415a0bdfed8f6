import CSyncShims
import SyncPrimitives

/// A lock that excludes, but is unfair: the thread that came last is served first.
struct LastComeLock: Lock, ~Copyable {
  private struct Line {
    var isHeld = false
    var waiting: [Int] = []
    var drawn = 0
    var served: Int?
  }

  private let line = MutexProtected(Line())

  borrowing func acquire() {
    let ticket = line.withLock { line -> Int? in
      guard line.isHeld else {
        line.isHeld = true
        return nil
      }
      line.drawn += 1
      line.waiting.append(line.drawn)
      return line.drawn
    }
    guard let ticket else { return }
    while line.withLock({ $0.served != ticket }) { sync_yield() }
  }

  borrowing func release() {
    line.withLock { line in
      line.served = line.waiting.popLast()
      line.isHeld = line.served != nil
    }
  }
}

/// A lock whose try always succeeds, even if another thread holds the lock.
struct LyingTryLock: TryLock, ~Copyable {
  private let mutex = PthreadMutex()

  borrowing func acquire() { mutex.acquire() }
  borrowing func tryAcquire() -> Bool { true }
  borrowing func release() {}
}

/// A lock that claims to recurse, but is free after the first of several releases.
struct ForgetfulRecursiveLock: Lock, ~Copyable {
  private struct State {
    var owner: Int32 = 0
  }

  private let state = MutexProtected(State())

  borrowing func acquire() {
    let own = sync_thread_id()
    while !state.withLock({ state in
      guard state.owner == 0 || state.owner == own else { return false }
      state.owner = own
      return true
    }) { sync_yield() }
  }

  borrowing func release() { state.withLock { $0.owner = 0 } }
}
