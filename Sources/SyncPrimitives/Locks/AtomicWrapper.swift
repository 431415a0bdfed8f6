/// The `@Atomic` property wrapper that many projects carry: a value whose every get and set is locked.
///
/// A get is a critical section, and so is a set. `x += 1` is therefore two of them, with a gap between:
/// two threads may both get the same value, and one of their updates is lost, though no access ever raced.
/// ``mutate(_:)``, by way of `$x`, is one section, and what such a wrapper should be changed through.
///
/// The lock is ``PthreadMutex``, which is what NSLock, the usual choice for it on Linux, wraps; its acquire
/// and release order the sections. The value lies behind a pointer, so that the runtime does not check each
/// access for overlaps that the lock excludes. Not recursive: `mutate` must not touch its own property.
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
