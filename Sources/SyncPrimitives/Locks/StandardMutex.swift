public import Synchronization

/// The standard library's `Synchronization.Mutex`.
///
/// On Linux, up to Swift 6.3, the mutex is a priority-inheriting futex. Without contention, an
/// acquisition and a release are one compare-and-swap each in user space. With contention, a thread
/// spins first, and then the kernel hands the mutex over. The acquire and release of the mutex are
/// not public, so `withLock` is measured, which is inlined.
public struct StandardMutex: TryExclusion, ~Copyable {
  @usableFromInline let mutex: CacheAligned<Mutex<Void>>

  /// The mutex, whose first word says whether it is held.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(mutex.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(
      order: .priority, waiting: .spinsThenSleeps, relock: .traps, survivesOversubscription: false,
      module: "Synchronization")
  }

  /// Makes a free mutex.
  @inlinable public init() { mutex = CacheAligned(Mutex(())) }

  /// Runs `body` in `withLock`.
  @inlinable @inline(__always)
  public borrowing func exclusively(_ state: inout Void, _ body: () -> Void) {
    mutex.pointer.pointee.withLock { _ in body() }
  }

  /// Runs `body` in `withLockIfAvailable`.
  @inlinable @inline(__always)
  public borrowing func exclusivelyIfFree(_ state: inout Void, _ body: () -> Void) -> Bool {
    mutex.pointer.pointee.withLockIfAvailable { _ in body() } != nil
  }
}
