public import CSyncShims
public import Synchronization

/// A signal from one thread to one other thread: each post lets one wait return.
///
/// A post releases all earlier writes, and the wait that it ends acquires them. The threads make
/// sure that no post comes while another is pending.
public protocol ThreadSignal: ~Copyable, Sendable {
  /// Makes a signal without a pending post.
  init()

  /// Lets the wait return.
  ///
  /// - Returns: 0, or -errno if the kernel refuses.
  borrowing func post() -> Int32

  /// Sleeps until the post.
  ///
  /// - Returns: 0, or -errno if the kernel refuses.
  borrowing func wait() -> Int32
}

/// A signal by a word and a futex.
public struct FutexSignal: ThreadSignal, ~Copyable {
  @usableFromInline let word: CacheAligned<Atomic<UInt32>>

  /// Makes a signal without a pending post.
  @inlinable public init() { word = CacheAligned(Atomic(0)) }

  /// Sets the word and wakes the waiter.
  @inlinable @inline(__always)
  public borrowing func post() -> Int32 {
    word.pointer.pointee.store(1, ordering: .releasing)
    _ = sync_futex_wake(word.pointer, 1)
    return 0
  }

  /// Sleeps until the word is set, and resets it.
  @inlinable @inline(__always)
  public borrowing func wait() -> Int32 {
    while word.pointer.pointee.exchange(0, ordering: .acquiring) == 0 {
      _ = sync_futex_wait(word.pointer, 0)
    }
    return 0
  }
}

/// A signal by a pipe, through which each post sends a byte.
///
/// If the system has no pipe left, posts and waits return -EBADF.
public struct PipeSignal: ThreadSignal, ~Copyable {
  @usableFromInline let readEnd: Int32
  @usableFromInline let writeEnd: Int32

  /// Opens the pipe.
  public init() {
    var ends: [Int32] = [-1, -1]
    _ = sync_wake_pipe(&ends)
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  /// Writes a byte.
  @inlinable @inline(__always)
  public borrowing func post() -> Int32 { sync_wake_post_byte(writeEnd) }

  /// Sleeps until there is a byte, and reads it.
  @inlinable @inline(__always)
  public borrowing func wait() -> Int32 { sync_wake_take_byte(readEnd) }

  deinit {
    sync_wake_close(readEnd)
    sync_wake_close(writeEnd)
  }
}

/// A signal by `eventfd`, an event counter of the kernel, with which Foundation also wakes run
/// loops.
public struct EventSignal: ThreadSignal, ~Copyable {
  @usableFromInline let descriptor: Int32

  /// Opens a descriptor.
  ///
  /// If the system has no descriptor left, posts and waits return -EBADF.
  public init() { descriptor = sync_wake_counter() }

  /// Adds one to the counter.
  @inlinable @inline(__always)
  public borrowing func post() -> Int32 { sync_wake_post_event(descriptor) }

  /// Sleeps until the counter is not zero, and resets it.
  @inlinable @inline(__always)
  public borrowing func wait() -> Int32 { sync_wake_take_event(descriptor) }

  deinit { sync_wake_close(descriptor) }
}
