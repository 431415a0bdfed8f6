public import Glibc

/// What makes a `pthread_mutex_t` other than the default one: its attributes, and which errors it gives.
public protocol PthreadMutexKind {
  /// How a mutex of the kind behaves.
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
  @inlinable @inline(__always)
  public static func released(status: Int32) {}
}

/// glibc's `pthread_mutex_t` with attributes: a kind is a type, so a kind without errors costs no test of them.
public struct PthreadMutexOf<Kind: PthreadMutexKind>: TryLock, ~Copyable {
  @usableFromInline let mutex: CacheAligned<pthread_mutex_t>

  /// The mutex, whose first word says whether it is held.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(mutex.pointer) }

  /// How it behaves.
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

  /// Locks.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    Kind.acquired(mutex.pointer, status: pthread_mutex_lock(mutex.pointer))
  }

  /// Locks if nobody else holds it.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    let status = pthread_mutex_trylock(mutex.pointer)
    guard status != EBUSY else { return false }
    Kind.acquired(mutex.pointer, status: status)
    return true
  }

  /// Unlocks.
  @inlinable @inline(__always)
  public borrowing func release() { Kind.released(status: pthread_mutex_unlock(mutex.pointer)) }

  @inlinable
  deinit { pthread_mutex_destroy(mutex.pointer) }
}
