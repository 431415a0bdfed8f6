public import CSyncShims
public import Synchronization

/// A value that the first reading thread makes, for all threads.
///
/// A read that is only a load and a test is behind a call that is not inlined, so that no loop keeps the value or
/// the result of the test: see locals.h. Marks keep loops apart that differ only in the called function.
public protocol OnceValue: ~Copyable, Sendable {
  /// Makes a value that no thread has read yet.
  init()

  /// The value, which is never 0.
  borrowing func read() -> UInt64

  /// The number of times that the value was made: once, after the first read.
  borrowing func count() -> UInt64

  /// Forgets the value if the type supports that, with all threads at rest.
  borrowing func forget()
}

extension OnceValue where Self: ~Copyable {
  /// Keeps it.
  public borrowing func forget() {}
}

/// A value, the number of times that it was made, and a predicate for its presence.
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

/// A value that is there before the first read: the floor.
public struct PlainOnceValue: OnceValue, ~Copyable {
  @usableFromInline let cell = CacheAligned(OnceCell())

  /// Makes the value.
  @inlinable public init() { OnceCell.make(cell.pointer) }

  /// A plain load.
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

/// A `static let`, which the Swift runtime makes by `swift_once`: one in a process.
public struct StaticOnceValue: OnceValue {
  private enum Made {
    nonisolated(unsafe) static let count = UnsafeMutablePointer<UInt64>.makeAligned(0 as UInt64)
    static let value = sync_once_make(count)
  }

  /// Asks for nothing.
  public init() {}

  /// The constant, from the module that declares it.
  @inline(never) public func read() -> UInt64 { Made.value }

  /// The number of times that its initial value was computed.
  public func count() -> UInt64 { sync_word_read(Made.count) }
}

/// C's `pthread_once`: one in a process.
public struct PthreadOnceValue: OnceValue {
  /// Asks for nothing.
  public init() {}

  /// A call of `pthread_once`, and a load.
  @inlinable @inline(__always) public func read() -> UInt64 { sync_pthread_once_value() }

  /// The number of runs of the function that makes the value.
  public func count() -> UInt64 { sync_pthread_once_count() }
}

/// `dispatch_once`, which C has and Swift hides.
public struct DispatchOnceValue: OnceValue, ~Copyable {
  @usableFromInline let cell = CacheAligned(OnceCell())

  /// Asks for nothing.
  @inlinable public init() {}

  /// A look at the predicate, and a load.
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

/// An atomic word that is loaded with acquire, and a mutex for threads that find the word empty: a correct
/// double-checked lock.
public struct AtomicOnceValue: OnceValue, ~Copyable {
  @usableFromInline let word = CacheAligned(Atomic<UInt64>(0))
  @usableFromInline let made = CacheAligned<UInt64>(0)
  @usableFromInline let mutex = StandardMutex()

  /// Makes an empty one.
  @inlinable public init() {}

  /// A load, which pairs with the release in `firstUse()`: a thread that sees the value sees all that it is made of.
  @inlinable @inline(never)
  public borrowing func read() -> UInt64 {
    let seen = word.pointer.pointee.load(ordering: .acquiring)
    return seen == 0 ? firstUse() : seen
  }

  /// Looks again inside the mutex, and makes the value if it is still missing.
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

/// A value that is looked for, and made, inside a lock or on a serial queue.
public struct LockedOnceValue<Exclusion: MutualExclusion & ~Copyable>: OnceValue, ~Copyable
where Exclusion.ThreadState == Void {
  @usableFromInline let exclusion = Exclusion()
  @usableFromInline let cell = CacheAligned(OnceCell())

  /// Makes an empty one.
  @inlinable public init() {}

  /// An acquisition for each reader, as long as the process lives.
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
///
/// Other threads may do the same meanwhile.
public struct UncheckedOnceValue: OnceValue, ~Copyable {
  @usableFromInline let cell = CacheAligned(OnceCell())

  /// Makes an empty one.
  @inlinable public init() {}

  /// A load, and no second look.
  @inlinable @inline(never)
  public borrowing func read() -> UInt64 {
    if sync_word_read(&cell.pointer.pointee.value) == 0 { OnceCell.make(cell.pointer) }
    return sync_word_read(&cell.pointer.pointee.value)
  }

  /// The number of times that the value was made.
  public borrowing func count() -> UInt64 { cell.pointer.pointee.count }

  /// Forgets it: the next trial has a first use of its own.
  public borrowing func forget() { cell.pointer.pointee = OnceCell() }
}

/// A negative control: the flag is set before the value is made.
///
/// Other threads read the incomplete value meanwhile.
public struct HastyOnceValue: OnceValue, ~Copyable {
  @usableFromInline let isThere = CacheAligned(Atomic<Bool>(false))
  @usableFromInline let cell = CacheAligned(OnceCell())

  /// Makes an empty one.
  @inlinable public init() {}

  /// An exchange that lets one thread make the value, and no thread wait for it.
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

  /// Forgets it: the next trial has a first use of its own.
  public borrowing func forget() {
    isThere.pointer.pointee.store(false, ordering: .relaxed)
    cell.pointer.pointee = OnceCell()
  }
}
