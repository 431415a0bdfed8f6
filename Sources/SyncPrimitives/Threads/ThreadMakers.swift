import CSyncShims
import Foundation
import Glibc
import Synchronization

/// Counts the threads that have run.
public final class ThreadRuns: Sendable {
  private let count = CacheAligned(Atomic<UInt32>(0))

  /// Makes a count of none.
  public init() {}

  /// How many have run so far; it wraps.
  public var total: UInt32 { count.pointer.pointee.load(ordering: .acquiring) }

  /// Counts the calling thread; the addition releases what it did.
  public func note() { count.pointer.pointee.wrappingAdd(1, ordering: .releasing) }

  /// Counts the calling thread and wakes the thread that waits for it.
  public func noteAndWake() {
    note()
    _ = sync_futex_wake(count.pointer, 1)
  }

  /// Sleeps while no more than `before` have run.
  public func wait(past before: UInt32) {
    while total == before { _ = sync_futex_wait(count.pointer, before) }
  }

  /// Sleeps while no more than `before` have run, but not without end; false where there is still
  /// no other.
  public func wait(past before: UInt32, patienceNanoseconds: Int) -> Bool {
    Patience(nanoseconds: patienceNanoseconds).wait { slice in
      if total == before { _ = sync_futex_wait_at_most(count.pointer, before, UInt64(slice)) }
      return total != before
    }
  }
}

/// A way to start a thread and to learn that it has run.
public protocol ThreadMaker: Sendable {
  /// Makes it ready.
  init()

  /// Starts a thread that counts itself in `runs`, and returns when it has; 0, or the number of the error
  /// for which there was no thread.
  func runThread(_ runs: ThreadRuns) -> Int32
}

/// The life of a joinable thread: it counts itself.
private func countSelf(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<ThreadRuns>.fromOpaque(context).takeUnretainedValue().note() }
  return nil
}

/// The life of a thread that nobody joins: it counts itself and says so.
///
/// It holds a reference to the count meanwhile, because its creator may be gone before it is.
private func countSelfAndWake(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<ThreadRuns>.fromOpaque(context).takeUnretainedValue().noteAndWake() }
  return nil
}

/// `pthread_create` and `pthread_join`: it returns when the thread is gone.
public struct JoinedThread: ThreadMaker {
  /// Nothing to make.
  public init() {}

  /// Creates the thread and joins it.
  public func runThread(_ runs: ThreadRuns) -> Int32 {
    var thread = pthread_t()
    let context = Unmanaged.passUnretained(runs).toOpaque()
    let status = pthread_create(&thread, nil, countSelf, context)
    return status == 0 ? pthread_join(thread, nil) : status
  }
}

/// `pthread_create` and `pthread_detach`, and a thread that says by a futex that it has run: it returns while
/// the thread ends.
public struct DetachedThread: ThreadMaker {
  /// Nothing to make.
  public init() {}

  /// Creates the thread, detaches it, and waits for its word.
  public func runThread(_ runs: ThreadRuns) -> Int32 {
    let before = runs.total
    var thread = pthread_t()
    let context = Unmanaged.passUnretained(runs).toOpaque()
    let status = pthread_create(&thread, nil, countSelfAndWake, context)
    guard status == 0 else { return status }
    let detached = pthread_detach(thread)
    runs.wait(past: before)
    return detached
  }
}

/// Foundation's `Thread` with a block: a detached pthread, an object, and its start and end told to observers.
public struct FoundationThread: ThreadMaker {
  /// Nothing to make.
  public init() {}

  /// Starts the thread and waits for its word, by a futex as ``DetachedThread`` does, but for 2 s
  /// at most: `start` does not say that the system has refused the thread.
  public func runThread(_ runs: ThreadRuns) -> Int32 {
    let before = runs.total
    Thread { runs.noteAndWake() }.start()
    return runs.wait(past: before, patienceNanoseconds: 2_000_000_000) ? 0 : EAGAIN
  }
}
