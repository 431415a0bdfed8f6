import CSyncShims
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
