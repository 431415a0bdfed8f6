/// A cache of values by their keys, which several threads use concurrently.
public protocol KeyedCache: ~Copyable, Sendable {
  /// Whether a value may still have to be stored when `set` returns.
  static var submitsWrites: Bool { get }
  /// The declared behaviour; nil if none is declared.
  static var traits: ReaderWriterTraits? { get }

  /// Makes an empty cache.
  init()

  /// The value of a key; nil if there is none.
  ///
  /// A read sees the earlier stores of its thread.
  borrowing func value(for key: Int) -> UInt64?

  /// Stores a value in place of the old value, or submits the store.
  borrowing func set(_ value: UInt64, for key: Int)

  /// Waits until all submitted values are stored.
  borrowing func drain()
}

extension KeyedCache where Self: ~Copyable {
  /// false: a value is stored when `set` returns.
  @inlinable public static var submitsWrites: Bool { false }

  /// Nil: nothing is declared.
  public static var traits: ReaderWriterTraits? { nil }

  /// Does nothing: every value is already stored.
  @inlinable @inline(__always) public borrowing func drain() {}
}

/// A dictionary behind a reader-writer primitive.
public struct GuardedCache<Exclusion: ReaderWriterExclusion & ~Copyable>: KeyedCache, ~Copyable {
  @usableFromInline let exclusion = Exclusion()
  // The dictionary is behind a pointer, so that the runtime does not check each access for overlaps
  // that the primitive excludes.
  @usableFromInline let entries = CacheAligned<[Int: UInt64]>([:])

  /// Whether the primitive submits its writes.
  @inlinable public static var submitsWrites: Bool { Exclusion.submitsWrites }

  /// The traits of the reader-writer primitive.
  public static var traits: ReaderWriterTraits? { Exclusion.traits }

  /// Makes an empty cache.
  @inlinable public init() {}

  /// Looks the key up in a reader's section.
  @inlinable @inline(__always)
  public borrowing func value(for key: Int) -> UInt64? {
    var found: UInt64?
    withUnsafeMutablePointer(to: &found) { found in
      _ = exclusion.read(CacheSection(entries: entries.pointer, key: key, found: found))
    }
    return found
  }

  /// Stores the value in a writer's section.
  @inlinable @inline(__always)
  public borrowing func set(_ value: UInt64, for key: Int) {
    exclusion.write(CacheSection(entries: entries.pointer, key: key, value: value))
  }

  /// Waits for the submitted writes.
  @inlinable public borrowing func drain() { exclusion.drain() }
}

/// A dictionary behind a lock that each read and each write acquires.
public typealias LockedCache<Exclusion: MutualExclusion & ~Copyable> =
  GuardedCache<ExclusiveReaderWriter<Exclusion>> where Exclusion.ThreadState == Void

/// A lookup in a dictionary, or a change of the dictionary.
///
/// The section is a plain value, so that no closure is part of the measured time. A dictionary
/// can't be read while it is written, so the section is only for primitives that keep readers out
/// during a write.
public struct CacheSection: GuardedSection, @unchecked Sendable {
  @usableFromInline let entries: UnsafeMutablePointer<[Int: UInt64]>
  @usableFromInline let key: Int
  @usableFromInline let value: UInt64
  @usableFromInline let found: UnsafeMutablePointer<UInt64?>?

  @inlinable
  init(
    entries: UnsafeMutablePointer<[Int: UInt64]>, key: Int, value: UInt64 = 0,
    found: UnsafeMutablePointer<UInt64?>? = nil
  ) {
    self.entries = entries
    self.key = key
    self.value = value
    self.found = found
  }

  /// Looks the key up, and returns whether it was there.
  @inlinable @inline(__always)
  public func read() -> Bool {
    let value = entries.pointee[key]
    found?.pointee = value
    return value != nil
  }

  /// Stores the value.
  @inlinable @inline(__always)
  public func write() { entries.pointee[key] = value }

  /// Calls ``read()``.
  @inlinable public func readRelaxed() -> Bool { read() }

  /// Calls ``write()``.
  @inlinable public func writeRelaxed() { write() }

  /// The section itself: there is one dictionary.
  @inlinable public func copy(_ index: Int) -> CacheSection { self }
}
