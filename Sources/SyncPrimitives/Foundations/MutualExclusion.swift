/// A primitive that runs critical sections one at a time: a lock, or a serial queue.
///
/// Many threads use a conforming type concurrently through one shared borrow.
public protocol MutualExclusion: ~Copyable, Sendable {
  /// The state of a thread for its acquisitions, such as a queue lock's node.
  ///
  /// The state belongs to the thread, not to the primitive. The thread may use its state with any
  /// primitive of the type, with one at a time.
  associatedtype ThreadState: BitwiseCopyable = Void

  /// The declared behaviour; nil if none is declared.
  static var traits: LockTraits? { get }

  /// The address of the word by which threads take the primitive; nil if there is no single word.
  ///
  /// A breakpoint of perf at the address can count the writes to the word. It is the word to which
  /// an arriving thread writes, such as a ticket lock's next ticket or a queue lock's tail.
  borrowing func lockWord() -> UnsafeRawPointer?

  /// Makes a free primitive.
  init()

  /// Makes the calling thread's state, before its first acquisition.
  borrowing func makeThreadState() -> ThreadState

  /// Ends the calling thread's state, after its last release.
  borrowing func endThreadState(_ state: ThreadState)

  /// Runs `body` while no other `body` of this primitive runs.
  borrowing func exclusively(_ state: inout ThreadState, _ body: () -> Void)
}

extension MutualExclusion where Self: ~Copyable, ThreadState == Void {
  /// Does nothing: the state is empty.
  @inlinable @inline(__always) public borrowing func makeThreadState() {}
}

extension MutualExclusion where Self: ~Copyable {
  /// No behaviour is declared.
  public static var traits: LockTraits? { nil }

  /// Returns nil: the primitive has no single word.
  public borrowing func lockWord() -> UnsafeRawPointer? { nil }

  /// Does nothing: the state needs no end.
  @inlinable @inline(__always) public borrowing func endThreadState(_ state: ThreadState) {}
}

/// A lock with acquire and release as separate calls, which needs no state from its threads.
public protocol Lock: MutualExclusion, ~Copyable where ThreadState == Void {
  /// Waits until the lock is free, then takes it: an acquire operation.
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

/// A primitive that can be tried: it runs a critical section now or not at all.
public protocol TryExclusion: MutualExclusion, ~Copyable {
  /// If no wait is needed, runs `body` as ``MutualExclusion/exclusively(_:_:)`` does.
  ///
  /// - Returns: Whether `body` ran.
  borrowing func exclusivelyIfFree(_ state: inout ThreadState, _ body: () -> Void) -> Bool
}

/// A lock that can be tried.
public protocol TryLock: Lock, TryExclusion, ~Copyable {
  /// Takes the lock if it is free, by an acquire operation, and returns whether it was free.
  borrowing func tryAcquire() -> Bool
}

extension TryLock where Self: ~Copyable {
  /// Tries to acquire, and if that succeeds runs `body` and releases.
  @inlinable @inline(__always)
  public borrowing func exclusivelyIfFree(_ state: inout Void, _ body: () -> Void) -> Bool {
    guard tryAcquire() else { return false }
    body()
    release()
    return true
  }
}
