public import CSyncShims
public import Synchronization

/// What one thread wakes one other with: each post lets one wait return.
///
/// A post releases what came before it, the wait that it ends acquires that. There is never more than one
/// post on its way.
public protocol ThreadSignal: ~Copyable, Sendable {
  /// Makes one that nobody has posted.
  init()

  /// Lets the wait return; 0, or -errno where the kernel refuses.
  borrowing func post() -> Int32

  /// Sleeps until the post; 0, or -errno where the kernel refuses.
  borrowing func wait() -> Int32
}

/// A word and a futex.
public struct FutexSignal: ThreadSignal, ~Copyable {
  @usableFromInline let word: CacheAligned<Atomic<UInt32>>

  /// Makes it at zero.
  @inlinable public init() { word = CacheAligned(Atomic(0)) }

  /// Sets the word and wakes one.
  @inlinable @inline(__always)
  public borrowing func post() -> Int32 {
    word.pointer.pointee.store(1, ordering: .releasing)
    _ = sync_futex_wake(word.pointer, 1)
    return 0
  }

  /// Takes the word back, asleep until it is set.
  @inlinable @inline(__always)
  public borrowing func wait() -> Int32 {
    while word.pointer.pointee.exchange(0, ordering: .acquiring) == 0 {
      _ = sync_futex_wait(word.pointer, 0)
    }
    return 0
  }
}
