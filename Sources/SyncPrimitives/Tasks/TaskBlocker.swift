import CSyncShims
import Dispatch
import Synchronization

/// A latch at which tasks wait until a thread outside the pool releases all of them.
public protocol TaskBlocker: Sendable {
  /// Makes a latch for `tasks` tasks, each of which waits once.
  init(tasks: Int)

  /// Waits, in a task, until ``release()``.
  func wait() async

  /// Releases all waiting and all later tasks; called once, by a thread outside the pool.
  func release()
}

/// A latch by a futex: a waiting task keeps its thread of the pool, which sleeps.
public final class FutexTaskBlocker: TaskBlocker {
  private let word = CacheAligned(Atomic<UInt32>(0))

  /// Makes a closed latch.
  public init(tasks: Int) {}

  /// Sleeps in the kernel.
  public func wait() async { block() }

  private func block() {
    while word.pointer.pointee.load(ordering: .acquiring) == 0 {
      _ = sync_futex_wait(word.pointer, 0)
    }
  }

  /// Wakes all sleepers.
  public func release() {
    word.pointer.pointee.store(1, ordering: .releasing)
    _ = sync_futex_wake(word.pointer, .max)
  }
}

/// A latch by a `DispatchSemaphore`: a waiting task keeps its thread of the pool, which sleeps.
public final class SemaphoreTaskBlocker: TaskBlocker {
  private let semaphore = DispatchSemaphore(value: 0)
  private let tasks: Int

  /// Makes a semaphore at zero.
  public init(tasks: Int) { self.tasks = tasks }

  /// Blocks the calling thread until a signal is left for it.
  public func wait() async { block() }

  private func block() { semaphore.wait() }

  /// Signals once for each task.
  public func release() { for _ in 0..<tasks { semaphore.signal() } }
}

/// A latch by continuations: a waiting task is suspended, and its thread runs other tasks.
public final class ContinuationTaskBlocker: TaskBlocker {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = MutexProtected(State())

  /// Makes a closed latch.
  public init(tasks: Int) {}

  /// Suspends the task until the release; after the release, returns immediately.
  public func wait() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Resumes all waiting tasks.
  public func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isOpen = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
