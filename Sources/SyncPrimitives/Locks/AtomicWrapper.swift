/// The `@Atomic` property wrapper of many projects, which locks each get and each set of its value.
///
/// Each get and each set is a critical section of its own. `x += 1` is therefore two sections with
/// a gap between them. Two threads may get the same value and one update is then lost, although no
/// access is a data race. A change should use ``mutate(_:)`` on `$x`, which is one section.
///
/// The lock is ``PthreadMutex``, whose acquire and release order the sections. NSLock, the usual
/// choice for such a wrapper on Linux, wraps the same mutex. The value is behind a pointer, so that
/// the runtime does not check each access for overlaps that the lock excludes. The lock is not
/// recursive: the closure passed to `mutate` must not access the property.
@propertyWrapper
public final class AtomicWrapper<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let lock = PthreadMutex()
  @usableFromInline let value: UnsafeMutablePointer<Value>

  /// Wraps a value.
  @inlinable
  public init(wrappedValue: Value) {
    value = .allocate(capacity: 1)
    value.initialize(to: wrappedValue)
  }

  @inlinable
  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// The value: each get, and each set, is a critical section of its own.
  @inlinable
  public var wrappedValue: Value {
    get {
      lock.acquire()
      defer { lock.release() }
      return value.pointee
    }
    set {
      lock.acquire()
      defer { lock.release() }
      value.pointee = newValue
    }
  }

  /// The wrapper, for ``mutate(_:)``.
  @inlinable public var projectedValue: AtomicWrapper<Value> { self }

  /// Changes the value in one critical section.
  @inlinable @inline(__always)
  public func mutate<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.acquire()
    defer { lock.release() }
    return body(&value.pointee)
  }
}

/// A critical section in ``AtomicWrapper``'s `mutate`.
public struct AtomicWrapperMutate: MutualExclusion {
  @usableFromInline let property = AtomicWrapper<UInt64>(wrappedValue: 0)

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(wraps: "pthread-mutex") }

  /// Wraps a value.
  @inlinable public init() {}

  /// Runs `body` in `mutate`.
  @inlinable @inline(__always)
  public func exclusively(_ state: inout Void, _ body: () -> Void) {
    property.mutate { _ in body() }
  }
}
