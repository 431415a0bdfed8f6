public import CSyncShims
public import Glibc

/// A kind of `pthread_mutex_t` other than the default kind: its attributes and its errors.
public protocol PthreadMutexKind {
  /// The declared behaviour of a mutex of the kind.
  static var traits: LockTraits { get }

  /// Sets what is not default.
  ///
  /// - Returns: 0, or the error.
  static func configure(_ attributes: UnsafeMutablePointer<pthread_mutexattr_t>) -> Int32

  /// Judges what a lock or a try answered that did not find the mutex held.
  static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32)

  /// Judges what an unlock answered.
  static func released(status: Int32)
}

extension PthreadMutexKind {
  /// The kind gives no error.
  @inlinable @inline(__always)
  public static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32) {}

  /// The kind gives no error.
  @inlinable @inline(__always) public static func released(status: Int32) {}
}

/// glibc's `pthread_mutex_t` with attributes: a kind is a type, so a kind without errors costs no test of them.
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

  /// Takes the lock if no other thread holds it.
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

/// Tries for a while before it sleeps: `PTHREAD_MUTEX_ADAPTIVE_NP`.
///
/// glibc ends its tries, each a read and a pause, after twice the moving average of those that earlier
/// waits needed, plus ten, and after 100 (`glibc.pthread.mutex_spin_count`) in any case. No owner is checked.
public enum AdaptiveKind: PthreadMutexKind {
  /// The declared behaviour of the lock.
  public static var traits: LockTraits { LockTraits(waiting: .spinsThenSleeps, family: .pthread) }

  /// Sets the type.
  @inlinable
  public static func configure(_ attributes: UnsafeMutablePointer<pthread_mutexattr_t>) -> Int32 {
    pthread_mutexattr_settype(attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
  }

  /// The kind gives no error.
  ///
  /// Without the mark its loops and the default mutex's would be one.
  @inlinable @inline(__always)
  public static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32) {
    sync_mark(3)
  }
}

/// Knows its owner, and answers with an error to what only the owner may do: `PTHREAD_MUTEX_ERRORCHECK`.
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

  /// Ends the process where the caller held it already (EDEADLK).
  @inlinable @inline(__always)
  public static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32) {
    if status != 0 {
      sync_die("pthread-mutex-errorcheck: a thread acquired the lock that it holds")
    }
  }

  /// Ends the process where the caller did not hold it (EPERM).
  @inlinable @inline(__always)
  public static func released(status: Int32) {
    if status != 0 {
      sync_die("pthread-mutex-errorcheck: a thread released a lock that it does not hold")
    }
  }
}

/// Counts how often its owner holds it: `PTHREAD_MUTEX_RECURSIVE`.
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

  /// Ends the process where the count would overflow (EAGAIN).
  @inlinable @inline(__always)
  public static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32) {
    if status != 0 { sync_die("pthread-mutex-recursive: a thread acquired the lock too often") }
  }

  /// Ends the process where the caller did not hold it (EPERM).
  @inlinable @inline(__always)
  public static func released(status: Int32) {
    sync_mark(4)
    if status != 0 {
      sync_die("pthread-mutex-recursive: a thread released a lock that it does not hold")
    }
  }
}

/// Lends its owner the priority of the threads that wait: `PTHREAD_PRIO_INHERIT`.
///
/// Free, it is a compare-and-swap of the thread's id; contended, the kernel queues the waiters by priority
/// and hands it over (FUTEX_LOCK_PI). Locked twice it sleeps forever: glibc swallows the kernel's EDEADLK.
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

  /// Ends the process where the kernel has no such futex.
  @inlinable @inline(__always)
  public static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32) {
    if status != 0 { sync_die("pthread-mutex-pi: the kernel refused the lock") }
  }

  /// Ends the process where the caller did not hold it (EPERM).
  @inlinable @inline(__always)
  public static func released(status: Int32) {
    sync_mark(5)
    if status != 0 {
      sync_die("pthread-mutex-pi: a thread released a lock that it does not hold")
    }
  }
}

/// Outlives an owner that ends while it holds it: `PTHREAD_MUTEX_ROBUST`.
///
/// Each thread keeps a list of those it holds, which the kernel walks when the thread ends. The next to
/// lock is told so (EOWNERDEAD), and here declares the state consistent: a real program would look first
/// at what the mutex protects.
public enum RobustKind: PthreadMutexKind {
  /// The declared behaviour of the lock.
  public static var traits: LockTraits { LockTraits(isOwnerChecked: true, family: .pthread) }

  /// Sets the robustness.
  @inlinable
  public static func configure(_ attributes: UnsafeMutablePointer<pthread_mutexattr_t>) -> Int32 {
    pthread_mutexattr_setrobust(attributes, Int32(PTHREAD_MUTEX_ROBUST))
  }

  /// Makes a mutex consistent whose owner has ended.
  @inlinable @inline(__always)
  public static func acquired(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, status: Int32) {
    if status != 0 { recover(mutex, status) }
  }

  /// Ends the process where the caller did not hold it (EPERM).
  @inlinable @inline(__always)
  public static func released(status: Int32) {
    if status != 0 {
      sync_die("pthread-mutex-robust: a thread released a lock that it does not hold")
    }
  }

  /// Out of line: no measured loop comes here.
  @inline(never)
  @usableFromInline
  static func recover(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ status: Int32) {
    guard status == EOWNERDEAD, pthread_mutex_consistent(mutex) == 0 else {
      sync_die("pthread-mutex-robust: the lock can't be recovered")
    }
  }
}
