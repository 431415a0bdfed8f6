public import CSyncShims
public import Synchronization

/// The action of a waiter between two reads of a spinlock, as a type, so that ``NoRest`` costs
/// nothing.
public protocol SpinRest: Sendable {
  /// The waiting that a lock with this action declares.
  static var waiting: LockTraits.Waiting { get }

  /// Whether ``rest()`` is empty; the lock then leaves the call out, because even an empty call
  /// would shift the loop's code.
  static var isNone: Bool { get }

  /// Does the action once.
  static func rest()
}

extension SpinRest {
  /// false by default: ``rest()`` does something.
  @inlinable public static var isNone: Bool { false }
}

/// No action: the waiter reads again immediately.
public enum NoRest: SpinRest {
  /// The waiter keeps its CPU.
  public static var waiting: LockTraits.Waiting { .spins }

  /// true: there is nothing to do.
  @inlinable public static var isNone: Bool { true }

  /// Does nothing.
  @inlinable @inline(__always) public static func rest() {}
}

/// A pause of about 10 to 150 cycles, which leaves the core to its other hardware thread.
public enum Pause: SpinRest {
  /// The waiter keeps its CPU.
  public static var waiting: LockTraits.Waiting { .spins }

  /// Executes a pause instruction.
  @inlinable @inline(__always) public static func rest() { sync_pause() }
}

/// `sched_yield`: a system call, which returns immediately if no other thread waits for the CPU.
///
/// Two reads are then hundreds of nanoseconds apart. A thread that waits for the CPU may be
/// the holder.
public enum Yield: SpinRest {
  /// The waiter offers its CPU to other threads.
  public static var waiting: LockTraits.Waiting { .yields }

  /// Yields the CPU.
  @inlinable @inline(__always) public static func rest() { sync_yield() }
}

/// A spinlock that exchanges and, after a failed exchange, reads until the lock looks free, with a
/// rest between reads.
///
/// Waiters spin on a shared copy of the line, so the holder's release is not slowed by their tries.
/// Acquire on the exchange pairs with the release store; the reads may be relaxed, because the
/// exchange decides. The lock is unfair and not recursive. Source: Rudolph and Segall (1984), as
/// described by Anderson (1990).
public struct TTASLock<Rest: SpinRest>: TryLock, ~Copyable {
  @usableFromInline let word: CacheAligned<Atomic<UInt32>>

  /// The address of the lock's word, which threads contend for.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(word.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(waiting: Rest.waiting) }

  /// Makes a free lock.
  @inlinable public init() { word = CacheAligned(Atomic(0)) }

  /// Exchanges, and between tries reads until the lock looks free.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    while word.pointer.pointee.exchange(1, ordering: .acquiring) != 0 {
      if Rest.isNone {
        while word.pointer.pointee.load(ordering: .relaxed) != 0 {}
      } else {
        while word.pointer.pointee.load(ordering: .relaxed) != 0 { Rest.rest() }
      }
    }
  }

  /// Exchanges once, and only if the lock looks free.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    word.pointer.pointee.load(ordering: .relaxed) == 0
      && word.pointer.pointee.exchange(1, ordering: .acquiring) == 0
  }

  /// Marks the lock as free.
  @inlinable @inline(__always)
  public borrowing func release() { word.pointer.pointee.store(0, ordering: .releasing) }
}
