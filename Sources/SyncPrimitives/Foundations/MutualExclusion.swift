/// A primitive that runs critical sections one at a time: a lock, or a serial queue.
///
/// A conforming type is used by many threads at once through one shared borrow.
public protocol MutualExclusion: ~Copyable, Sendable {
  /// What a thread needs to bring to each acquisition, such as a queue lock's node.
  associatedtype ThreadState: BitwiseCopyable = Void

  /// Makes a free one.
  init()

  /// Makes the calling thread's state, before its first acquisition.
  borrowing func makeThreadState() -> ThreadState

  /// Ends the calling thread's state, after its last release.
  borrowing func endThreadState(_ state: ThreadState)

  /// Runs `body` while no other `body` of this primitive runs.
  borrowing func exclusively(_ state: inout ThreadState, _ body: () -> Void)
}

extension MutualExclusion where Self: ~Copyable, ThreadState == Void {
  /// Nothing to make.
  @inlinable @inline(__always)
  public borrowing func makeThreadState() {}
}

extension MutualExclusion where Self: ~Copyable {
  /// Nothing to end.
  @inlinable @inline(__always)
  public borrowing func endThreadState(_ state: ThreadState) {}
}

/// A lock with acquire and release apart, which needs nothing of its threads.
public protocol Lock: MutualExclusion, ~Copyable where ThreadState == Void {
  /// Waits until the lock is free and takes it: an acquire operation.
  borrowing func acquire()

  /// Gives the lock back: a release operation, by the thread that took it.
  borrowing func release()
}

extension Lock where Self: ~Copyable {
  /// Acquires, runs `body` and releases.
  @inlinable @inline(__always)
  public borrowing func exclusively(_ state: inout Void, _ body: () -> Void) {
    acquire()
    body()
    release()
  }
}
