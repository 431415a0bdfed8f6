public import CSyncShims

/// A counter that threads increase together, with or without a lock.
///
/// The lock workloads measure such counters.
public protocol SharedCounter: ~Copyable, Sendable {
  /// The state of a thread for its increments.
  associatedtype ThreadState: BitwiseCopyable = Void

  /// Makes the calling thread's state.
  borrowing func makeThreadState() -> ThreadState

  /// Ends the calling thread's state.
  borrowing func endThreadState(_ state: ThreadState)

  /// Adds one, with `workSteps` of busy work in the same critical section.
  borrowing func increment(_ state: inout ThreadState, workSteps: UInt64)

  /// The address of the word that threads contend for; nil if there is no single word.
  borrowing func lockWord() -> UnsafeRawPointer?

  /// The sum of all increments, to be read after every thread has stopped.
  borrowing func total() -> UInt64

  /// Returns and clears a fault that the total does not show, such as a broken order; nil if none.
  ///
  /// To be called after every thread has stopped.
  borrowing func takeFault() -> String?
}

extension SharedCounter where Self: ~Copyable, ThreadState == Void {
  /// Does nothing: the state is empty.
  @inlinable @inline(__always) public borrowing func makeThreadState() {}
}

extension SharedCounter where Self: ~Copyable {
  /// Does nothing: the state needs no end.
  @inlinable @inline(__always) public borrowing func endThreadState(_ state: ThreadState) {}

  /// Returns nil: the counter has no single word.
  public borrowing func lockWord() -> UnsafeRawPointer? { nil }

  /// Returns nil: the total shows every fault.
  public borrowing func takeFault() -> String? { nil }
}

/// Adds one to a value that no other thread may touch meanwhile: the body of every critical
/// section.
///
/// The addition is between two compiler clobbers. Without the clobbers, the optimiser would fold a
/// loop of increments into one addition, and a lock that excludes nothing would pass its check.
/// Busy work is between the load and the store, so that the total shows an intruding thread.
@inlinable @inline(__always)
public func incrementGuarded(_ value: UnsafeMutablePointer<UInt64>, workSteps: UInt64) {
  sync_clobber()
  if workSteps > 0 {
    let before = value.pointee
    _ = sync_work(workSteps)
    value.pointee = before &+ 1
  } else {
    value.pointee &+= 1
  }
  sync_clobber()
}

/// A plain counter that a primitive protects.
public struct GuardedCounter<Exclusion: MutualExclusion & ~Copyable>: SharedCounter, ~Copyable {
  @usableFromInline let exclusion: Exclusion
  @usableFromInline let value: CacheAligned<UInt64>

  /// Makes a counter at zero behind a new primitive.
  @inlinable
  public init(_ type: Exclusion.Type = Exclusion.self) {
    exclusion = Exclusion()
    value = CacheAligned(0)
  }

  /// The lock word of the primitive.
  public borrowing func lockWord() -> UnsafeRawPointer? { exclusion.lockWord() }

  /// The primitive's thread state.
  @inlinable @inline(__always)
  public borrowing func makeThreadState() -> Exclusion.ThreadState { exclusion.makeThreadState() }

  /// Ends the primitive's thread state.
  @inlinable @inline(__always)
  public borrowing func endThreadState(_ state: Exclusion.ThreadState) {
    exclusion.endThreadState(state)
  }

  /// Adds one inside the primitive.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Exclusion.ThreadState, workSteps: UInt64) {
    let value = self.value.pointer
    exclusion.exclusively(&state) { incrementGuarded(value, workSteps: workSteps) }
  }

  /// The sum of all increments.
  @inlinable public borrowing func total() -> UInt64 { value.pointer.pointee }
}
