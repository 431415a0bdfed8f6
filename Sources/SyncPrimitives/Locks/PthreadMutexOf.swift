public import CSyncShims
public import Glibc

/// A kind of `pthread_mutex_t` other than the default kind: its attributes and its errors.
public protocol PthreadMutexKind {
  /// The declared behaviour of a mutex of the kind.
  static var traits: LockTraits { get }

  /// Sets the attributes that differ from the default.
  ///
  /// - Returns: 0, or the error.
  static func configure(_ attributes: UnsafeMutablePointer<pthread_mutexattr_t>) -> Int32

  /// Handles the status of a lock call, or of a try whose status is not EBUSY.
  static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32)

  /// Handles the status of an unlock call.
  static func released(status: Int32)
}

extension PthreadMutexKind {
  /// Does nothing: the kind reports no errors.
  @inlinable @inline(__always)
  public static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32) {}

  /// Does nothing: the kind reports no errors.
  @inlinable @inline(__always) public static func released(status: Int32) {}
}

/// glibc's `pthread_mutex_t` with the attributes of a kind.
///
/// A kind is a type, so that a kind without errors costs no test for errors.
public struct PthreadMutexOf<Kind: PthreadMutexKind>: TryLock, ~Copyable {
  @usableFromInline let mutex: CacheAligned<pthread_mutex_t>

  /// The mutex, whose first word says whether it is held.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(mutex.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { Kind.traits }

  /// Makes a free mutex.
  @inlinable
  public init() {
    mutex = CacheAligned(pthread_mutex_t())
    var attributes = pthread_mutexattr_t()
    var status = pthread_mutexattr_init(&attributes)
    if status == 0 { status = Kind.configure(&attributes) }
    if status == 0 { status = pthread_mutex_init(mutex.pointer, &attributes) }
    precondition(status == 0, "this system has no such mutex")
    pthread_mutexattr_destroy(&attributes)
  }

  /// Takes the lock.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    Kind.acquired(mutex.pointer, status: pthread_mutex_lock(mutex.pointer))
  }

  /// Takes the lock if it is free, or if the caller holds it and the kind is recursive.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    let status = pthread_mutex_trylock(mutex.pointer)
    guard status != EBUSY else { return false }
    Kind.acquired(mutex.pointer, status: status)
    return true
  }

  /// Gives the lock back.
  @inlinable @inline(__always)
  public borrowing func release() { Kind.released(status: pthread_mutex_unlock(mutex.pointer)) }

  @inlinable deinit { pthread_mutex_destroy(mutex.pointer) }
}

/// The kind that tries for a while before it sleeps: `PTHREAD_MUTEX_ADAPTIVE_NP`.
///
/// Each try is a read and a pause. glibc limits the tries to ten plus twice the moving average of
/// the tries of earlier waits, and to 100 at most (`glibc.pthread.mutex_spin_count`). The owner is
/// not checked.
public enum AdaptiveKind: PthreadMutexKind {
  /// The declared behaviour of the lock.
  public static var traits: LockTraits { LockTraits(waiting: .spinsThenSleeps, family: .pthread) }

  /// Sets the type.
  @inlinable
  public static func configure(_ attributes: UnsafeMutablePointer<pthread_mutexattr_t>) -> Int32 {
    pthread_mutexattr_settype(attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
  }

  /// Does nothing: the kind reports no errors.
  ///
  /// Without `sync_mark`, the optimiser would merge this kind's loops with the default mutex's
  /// loops.
  @inlinable @inline(__always)
  public static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32) {
    sync_mark(3)
  }
}

/// The kind that knows its owner and refuses misuse with an error: `PTHREAD_MUTEX_ERRORCHECK`.
public enum ErrorCheckKind: PthreadMutexKind {
  /// The declared behaviour of the lock.
  public static var traits: LockTraits {
    LockTraits(relock: .traps, isOwnerChecked: true, family: .pthread)
  }

  /// Sets the type.
  @inlinable
  public static func configure(_ attributes: UnsafeMutablePointer<pthread_mutexattr_t>) -> Int32 {
    pthread_mutexattr_settype(attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
  }

  /// Ends the process if the caller already held the mutex (EDEADLK).
  @inlinable @inline(__always)
  public static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32) {
    if status != 0 {
      sync_die("pthread-mutex-errorcheck: a thread acquired the lock that it holds")
    }
  }

  /// Ends the process if the caller did not hold the mutex (EPERM).
  @inlinable @inline(__always)
  public static func released(status: Int32) {
    if status != 0 {
      sync_die("pthread-mutex-errorcheck: a thread released a lock that it does not hold")
    }
  }
}

/// The kind that counts the acquisitions by its owner: `PTHREAD_MUTEX_RECURSIVE`.
public enum RecursiveKind: PthreadMutexKind {
  /// The declared behaviour of the lock.
  public static var traits: LockTraits {
    LockTraits(relock: .recurses, isOwnerChecked: true, family: .pthread)
  }

  /// Sets the type.
  @inlinable
  public static func configure(_ attributes: UnsafeMutablePointer<pthread_mutexattr_t>) -> Int32 {
    pthread_mutexattr_settype(attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
  }

  /// Ends the process if the count would overflow (EAGAIN).
  @inlinable @inline(__always)
  public static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32) {
    if status != 0 { sync_die("pthread-mutex-recursive: a thread acquired the lock too often") }
  }

  /// Ends the process if the caller did not hold the mutex (EPERM).
  @inlinable @inline(__always)
  public static func released(status: Int32) {
    sync_mark(4)
    if status != 0 {
      sync_die("pthread-mutex-recursive: a thread released a lock that it does not hold")
    }
  }
}

/// The kind that lends its owner the priority of the waiting threads: `PTHREAD_PRIO_INHERIT`.
///
/// Without contention, an acquisition is a compare-and-swap of the thread's id. With contention,
/// the kernel queues the waiters by priority and hands the mutex over (FUTEX_LOCK_PI). A thread
/// that locks the mutex twice sleeps forever, because glibc swallows the kernel's EDEADLK.
public enum PriorityInheritingKind: PthreadMutexKind {
  /// The declared behaviour of the lock.
  public static var traits: LockTraits {
    LockTraits(
      order: .priority, isOwnerChecked: true, survivesOversubscription: false, family: .pthread)
  }

  /// Sets the protocol.
  @inlinable
  public static func configure(_ attributes: UnsafeMutablePointer<pthread_mutexattr_t>) -> Int32 {
    pthread_mutexattr_setprotocol(attributes, Int32(PTHREAD_PRIO_INHERIT))
  }

  /// Ends the process if the call fails, as on a kernel without FUTEX_LOCK_PI.
  @inlinable @inline(__always)
  public static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32) {
    if status != 0 { sync_die("pthread-mutex-pi: the kernel refused the lock") }
  }

  /// Ends the process if the caller did not hold the mutex (EPERM).
  @inlinable @inline(__always)
  public static func released(status: Int32) {
    sync_mark(5)
    if status != 0 {
      sync_die("pthread-mutex-pi: a thread released a lock that it does not hold")
    }
  }
}

/// The kind that stays usable if its owner ends while it holds the mutex: `PTHREAD_MUTEX_ROBUST`.
///
/// Each thread keeps a list of the robust mutexes that it holds, which the kernel walks when the
/// thread ends. The next thread to lock a mutex whose owner has ended gets EOWNERDEAD, and here
/// declares the state consistent. A real program would first check the data that the mutex
/// protects.
public enum RobustKind: PthreadMutexKind {
  /// The declared behaviour of the lock.
  public static var traits: LockTraits { LockTraits(isOwnerChecked: true, family: .pthread) }

  /// Sets the robustness.
  @inlinable
  public static func configure(_ attributes: UnsafeMutablePointer<pthread_mutexattr_t>) -> Int32 {
    pthread_mutexattr_setrobust(attributes, Int32(PTHREAD_MUTEX_ROBUST))
  }

  /// Makes the mutex consistent if its owner has ended.
  @inlinable @inline(__always)
  public static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32) {
    if status != 0 { recover(mutex, status) }
  }

  /// Ends the process if the caller did not hold the mutex (EPERM).
  @inlinable @inline(__always)
  public static func released(status: Int32) {
    if status != 0 {
      sync_die("pthread-mutex-robust: a thread released a lock that it does not hold")
    }
  }

  /// Makes the mutex consistent; out of line, because no measured loop reaches this function.
  @inline(never)
  @usableFromInline
  static func recover(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ status: Int32) {
    guard status == EOWNERDEAD, pthread_mutex_consistent(mutex) == 0 else {
      sync_die("pthread-mutex-robust: the lock can't be recovered")
    }
  }
}
