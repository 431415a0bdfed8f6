public import CSyncShims
public import Synchronization

/// A way in which one thread hands a word, and the word's cache line, to one other thread.
///
/// `give` releases all earlier writes, and the `wait` that it ends acquires them.
public protocol LineHandOver: Sendable {
  /// Makes an instance.
  init()

  /// Puts a value into the word, and returns the previous value if the operation yields it.
  func give(_ value: UInt32, in word: borrowing Atomic<UInt32>, at address: UnsafeRawPointer)
    -> UInt32?

  /// Waits until the word differs from `old`, and returns the word.
  ///
  /// `sleeps` is raised by one for each sleep that another thread ended.
  func wait(
    while old: UInt32, in word: borrowing Atomic<UInt32>, at address: UnsafeRawPointer,
    sleeps: inout UInt64
  ) -> UInt32
}

extension LineHandOver {
  /// Loads again and again, without a pause: a pause would be part of the measured time.
  @inlinable @inline(__always)
  public func wait(
    while old: UInt32, in word: borrowing Atomic<UInt32>, at address: UnsafeRawPointer,
    sleeps: inout UInt64
  ) -> UInt32 {
    while true {
      let value = word.load(ordering: .acquiring)
      if value != old { return value }
    }
  }
}

/// A store, which the other thread's loads see.
public struct StoreHandOver: LineHandOver {
  /// Makes an instance, which has no state.
  @inlinable public init() {}

  /// Stores.
  @inlinable @inline(__always)
  public func give(
    _ value: UInt32, in word: borrowing Atomic<UInt32>, at address: UnsafeRawPointer
  ) -> UInt32? {
    word.store(value, ordering: .releasing)
    return nil
  }
}

/// An atomic exchange, which the other thread's loads see.
public struct ExchangeHandOver: LineHandOver {
  /// Makes an instance, which has no state.
  @inlinable public init() {}

  /// Exchanges the word, and returns the previous value.
  @inlinable @inline(__always)
  public func give(
    _ value: UInt32, in word: borrowing Atomic<UInt32>, at address: UnsafeRawPointer
  ) -> UInt32? {
    word.exchange(value, ordering: .acquiringAndReleasing)
  }
}

/// A store and a futex wake; the other thread sleeps.
public struct FutexHandOver: LineHandOver {
  /// Makes an instance, which has no state.
  @inlinable public init() {}

  /// Stores, and wakes the other thread.
  @inlinable @inline(__always)
  public func give(
    _ value: UInt32, in word: borrowing Atomic<UInt32>, at address: UnsafeRawPointer
  ) -> UInt32? {
    word.store(value, ordering: .releasing)
    _ = sync_futex_wake(address, 1)
    return nil
  }

  /// Sleeps while the word is `old`.
  @inlinable @inline(__always)
  public func wait(
    while old: UInt32, in word: borrowing Atomic<UInt32>, at address: UnsafeRawPointer,
    sleeps: inout UInt64
  ) -> UInt32 {
    while true {
      let value = word.load(ordering: .acquiring)
      if value != old { return value }
      if sync_futex_wait(address, old) == 0 { sleeps &+= 1 }
    }
  }
}

/// A store, after which the thread does not wait for the other thread: a control, which a check
/// must catch.
public struct BrokenHandOver: LineHandOver {
  /// Makes an instance, which has no state.
  @inlinable public init() {}

  /// Stores.
  @inlinable @inline(__always)
  public func give(
    _ value: UInt32, in word: borrowing Atomic<UInt32>, at address: UnsafeRawPointer
  ) -> UInt32? {
    word.store(value, ordering: .releasing)
    return nil
  }

  /// Returns the word, even if it is unchanged.
  @inlinable @inline(__always)
  public func wait(
    while old: UInt32, in word: borrowing Atomic<UInt32>, at address: UnsafeRawPointer,
    sleeps: inout UInt64
  ) -> UInt32 { word.load(ordering: .acquiring) }
}
