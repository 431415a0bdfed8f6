public import CSyncShims
public import Synchronization

/// A value that the first reading thread makes, for all threads.
///
/// A read that is only a load and a test is behind a call that is not inlined, so that no loop
/// keeps the value or the result of the test from read to read. Without `sync_mark`, the optimiser
/// would merge loops that differ only in the called function.
public protocol OnceValue: ~Copyable, Sendable {
  /// Makes a value that no thread has read yet.
  init()

  /// The value, which is never 0.
  borrowing func read() -> UInt64

  /// The number of times that the value was made: 1 after the first read, if the type is correct.
  borrowing func count() -> UInt64

  /// Forgets the value, if the type supports that.
  ///
  /// To be called with all threads at rest.
  borrowing func forget()
}

extension OnceValue where Self: ~Copyable {
  /// Does nothing: the value is kept.
  public borrowing func forget() {}
}

/// A value, the number of times that it was made, and the word that `dispatch_once` tests.
@usableFromInline
struct OnceCell: BitwiseCopyable, Sendable {
  @usableFromInline var predicate = 0
  @usableFromInline var value: UInt64 = 0
  @usableFromInline var count: UInt64 = 0

  @inlinable init() {}

  /// Makes the value, even if another thread makes it too.
  @inlinable @inline(__always)
  static func make(_ cell: UnsafeMutablePointer<OnceCell>) {
    sync_word_write(&cell.pointee.value, sync_once_make(&cell.pointee.count))
  }
}

/// A value that exists before the first read: the lower bound of a read's cost.
public struct PlainOnceValue: OnceValue, ~Copyable {
  @usableFromInline let cell = CacheAligned(OnceCell())

  /// Makes the value.
  @inlinable public init() { OnceCell.make(cell.pointer) }

  /// Returns the value by a plain load.
  @inlinable @inline(__always)
  public borrowing func read() -> UInt64 {
    sync_mark(11)
    return load()
  }

  @usableFromInline @inline(never)
  borrowing func load() -> UInt64 { sync_word_read(&cell.pointer.pointee.value) }

  /// The number of times that the value was made: once.
  public borrowing func count() -> UInt64 { cell.pointer.pointee.count }
}

/// A `static let`, which the Swift runtime makes by `swift_once`, once in a process.
public struct StaticOnceValue: OnceValue {
  private enum Made {
    nonisolated(unsafe) static let count = UnsafeMutablePointer<UInt64>.makeAligned(0 as UInt64)
    static let value = sync_once_make(count)
  }

  /// Makes an instance, without a read of the value.
  public init() {}

  /// Returns the constant by a call into the module that declares the constant.
  @inline(never) public func read() -> UInt64 { Made.value }

  /// The number of times that the constant's initial value was computed.
  public func count() -> UInt64 { sync_word_read(Made.count) }
}

/// A value that C's `pthread_once` makes, once in a process.
public struct PthreadOnceValue: OnceValue {
  /// Makes an instance, without a read of the value.
  public init() {}

  /// Calls `pthread_once`, and loads the value.
  @inlinable @inline(__always) public func read() -> UInt64 { sync_pthread_once_value() }

  /// The number of runs of the function that makes the value.
  public func count() -> UInt64 { sync_pthread_once_count() }
}

/// A value made by `dispatch_once`, a function that C has and Swift hides.
public struct DispatchOnceValue: OnceValue, ~Copyable {
  @usableFromInline let cell = CacheAligned(OnceCell())

  /// Makes an instance, without a read of the value.
  @inlinable public init() {}

  /// Calls `dispatch_once`, and loads the value.
  @inlinable @inline(__always)
  public borrowing func read() -> UInt64 {
    sync_mark(12)
    return load()
  }

  @usableFromInline @inline(never)
  borrowing func load() -> UInt64 {
    sync_dispatch_once_f(&cell.pointer.pointee.predicate, cell.pointer) { context in
      guard let context else { return }
      OnceCell.make(context.assumingMemoryBound(to: OnceCell.self))
    }
    return sync_word_read(&cell.pointer.pointee.value)
  }

  /// The number of runs of the function that makes the value.
  public borrowing func count() -> UInt64 { cell.pointer.pointee.count }
}

/// An atomic word that is loaded with acquire, and a mutex for threads that find the word empty: a
/// correct double-checked lock.
public struct AtomicOnceValue: OnceValue, ~Copyable {
  @usableFromInline let word = CacheAligned(Atomic<UInt64>(0))
  @usableFromInline let made = CacheAligned<UInt64>(0)
  @usableFromInline let mutex = StandardMutex()

  /// Makes an empty value.
  @inlinable public init() {}

  /// Loads the value by an acquire, which pairs with the release in `firstUse()`, so that the
  /// thread sees everything that made the value.
  @inlinable @inline(never)
  public borrowing func read() -> UInt64 {
    let seen = word.pointer.pointee.load(ordering: .acquiring)
    return seen == 0 ? firstUse() : seen
  }

  /// Tests the word again inside the mutex, and makes the value if it is still missing.
  @usableFromInline
  borrowing func firstUse() -> UInt64 {
    var state: Void = ()
    mutex.exclusively(&state) {
      guard word.pointer.pointee.load(ordering: .relaxed) == 0 else { return }
      word.pointer.pointee.store(sync_once_make(made.pointer), ordering: .releasing)
    }
    return word.pointer.pointee.load(ordering: .relaxed)
  }

  /// The number of times that the value was made.
  public borrowing func count() -> UInt64 { made.pointer.pointee }
}

/// A value that is tested and made inside a lock or on a serial queue.
public struct LockedOnceValue<Exclusion: MutualExclusion & ~Copyable>: OnceValue, ~Copyable
where Exclusion.ThreadState == Void {
  @usableFromInline let exclusion = Exclusion()
  @usableFromInline let cell = CacheAligned(OnceCell())

  /// Makes an empty value.
  @inlinable public init() {}

  /// Acquires the exclusion for every read, even after the value is made.
  @inlinable @inline(__always)
  public borrowing func read() -> UInt64 {
    let cell = self.cell.pointer
    var state: Void = ()
    var seen: UInt64 = 0
    exclusion.exclusively(&state) {
      if cell.pointee.value == 0 { OnceCell.make(cell) }
      seen = cell.pointee.value
    }
    return seen
  }

  /// The number of times that the value was made.
  public borrowing func count() -> UInt64 { cell.pointer.pointee.count }
}

/// A negative control: a check without a lock, after which several threads may make the value.
public struct UncheckedOnceValue: OnceValue, ~Copyable {
  @usableFromInline let cell = CacheAligned(OnceCell())

  /// Makes an empty value.
  @inlinable public init() {}

  /// Makes the value if a load finds none, without a second test.
  @inlinable @inline(never)
  public borrowing func read() -> UInt64 {
    if sync_word_read(&cell.pointer.pointee.value) == 0 { OnceCell.make(cell.pointer) }
    return sync_word_read(&cell.pointer.pointee.value)
  }

  /// The number of times that the value was made.
  public borrowing func count() -> UInt64 { cell.pointer.pointee.count }

  /// Forgets the value, so that the next trial has a first use of its own.
  public borrowing func forget() { cell.pointer.pointee = OnceCell() }
}

/// A negative control: the flag that says that the value exists is set before the value is made.
///
/// Other threads read the incomplete value meanwhile.
public struct HastyOnceValue: OnceValue, ~Copyable {
  @usableFromInline let isThere = CacheAligned(Atomic<Bool>(false))
  @usableFromInline let cell = CacheAligned(OnceCell())

  /// Makes an empty value.
  @inlinable public init() {}

  /// Makes the value if this thread is the first to set the flag; other threads do not wait for the
  /// value.
  @inlinable @inline(never)
  public borrowing func read() -> UInt64 {
    if !isThere.pointer.pointee.load(ordering: .acquiring),
      !isThere.pointer.pointee.exchange(true, ordering: .acquiringAndReleasing)
    {
      OnceCell.make(cell.pointer)
    }
    return sync_word_read(&cell.pointer.pointee.value)
  }

  /// The number of times that the value was made.
  public borrowing func count() -> UInt64 { cell.pointer.pointee.count }

  /// Forgets the value, so that the next trial has a first use of its own.
  public borrowing func forget() {
    isThere.pointer.pointee.store(false, ordering: .relaxed)
    cell.pointer.pointee = OnceCell()
  }
}
