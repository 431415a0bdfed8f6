public import CSyncShims
import Glibc
public import Synchronization

/// A mutex that the kernel hands over by priority, and whose holder inherits its waiters' priority.
///
/// The word holds the owner's thread id, so that the kernel knows whose priority to raise. Without
/// contention, an acquisition and a release are one compare-and-swap each in user space. While a
/// thread sleeps, the word never becomes free. The kernel makes the most urgent sleeper the owner,
/// so no thread overtakes it, and every hand-over waits for a thread to be scheduled. Such a
/// hand-over bounds a priority inversion, at the cost of a system call.
///
/// The acquiring compare-and-swap pairs with the releasing one. On a hand-over, the kernel's own
/// operations on the word order the sections, but the language's memory model does not cover these
/// operations. The releasing thread therefore writes the word unchanged with release, and the woken
/// thread reads the word with acquire. Both accesses cost little beside the system call. An
/// acquisition by the owner, or a release by another thread, ends the process, because the kernel
/// detects both without extra cost. Source: Molnar's PI futexes (Linux 2.6.18, 2006); futex(2).
public struct PriorityInheritingFutex: TryLock, ~Copyable {
  @usableFromInline let word: CacheAligned<Atomic<UInt32>>

  /// The address of the lock's word, which threads contend for.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(word.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(
      order: .priority, relock: .traps, isOwnerChecked: true, survivesOversubscription: false)
  }

  /// Makes a free mutex.
  @inlinable public init() { word = CacheAligned(Atomic(0)) }

  /// Changes the word from free to the thread's id, and enters the kernel if that fails.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    if !take().exchanged { acquireInKernel() }
  }

  /// Changes the word from free to the thread's id; the kernel is asked only if the owner has died.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    let (taken, seen) = take()
    return taken || (seen & SYNC_FUTEX_OWNER == 0 && sync_futex_trylock_pi(word.pointer) == 0)
  }

  /// Changes the word from the thread's id to free, and enters the kernel if that fails.
  @inlinable @inline(__always)
  public borrowing func release() {
    let (done, _) = word.pointer.pointee.compareExchange(
      expected: sync_owner_id(), desired: 0,
      successOrdering: .releasing, failureOrdering: .relaxed)
    if !done { releaseInKernel() }
  }

  @inlinable @inline(__always)
  borrowing func take() -> (exchanged: Bool, original: UInt32) {
    word.pointer.pointee.compareExchange(
      expected: 0, desired: sync_owner_id(),
      successOrdering: .acquiring, failureOrdering: .relaxed)
  }
}

/// The slow path.
extension PriorityInheritingFutex {
  @usableFromInline @inline(never)
  borrowing func acquireInKernel() {
    while true {
      switch sync_futex_lock_pi(word.pointer) {
      case 0:
        _ = word.pointer.pointee.load(ordering: .acquiring)
        return
      case -EINTR, -EAGAIN:
        continue
      case -EDEADLK:
        sync_die("pi-futex: a thread acquired the lock that it holds")
      case let error:
        sync_die("pi-futex: the kernel refused an acquisition, error \(-error)")
      }
    }
  }

  @usableFromInline @inline(never)
  borrowing func releaseInKernel() {
    word.pointer.pointee.bitwiseOr(0, ordering: .releasing)
    while true {
      switch sync_futex_unlock_pi(word.pointer) {
      case 0:
        return
      case -EINTR, -EAGAIN:
        continue
      case -EPERM:
        sync_die("pi-futex: a thread released a lock that it does not hold")
      case let error:
        sync_die("pi-futex: the kernel refused a release, error \(-error)")
      }
    }
  }
}
