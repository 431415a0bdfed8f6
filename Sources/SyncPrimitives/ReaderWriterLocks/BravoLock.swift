public import CSyncShims
public import Synchronization

/// A wrapper of a reader-writer lock: most readers write to a word of their own, not to the lock.
///
/// While the lock is biased to readers, a reader puts the lock's name, an address, into a word of a
/// table that all locks of the process share, and reads without the inner lock. A hash of the
/// thread and the lock selects the word. If the word is taken, or the lock is not biased, the
/// reader takes the inner lock. A writer takes the inner lock, ends the bias, and searches the
/// table, waiting while a word has the lock's name. After a search, the lock stays without bias for
/// at least nine times as long as the search took, so searches take at most a tenth of the time.
/// Source: Dice and Kogan, "BRAVO: biased locking for reader-writer locks" (USENIX ATC 2019, arXiv
/// 1810.01553).
///
/// Memory order.
/// - A reader writes its word and then loads the bias; a writer clears the bias and then loads the
///   words. All four accesses are sequentially consistent, because the reader must see that the
///   bias is cleared, or the writer must see the reader's word.
/// - A reader clears its word by a release, which the writer's load acquires.
/// - A reader restores the bias by a store with release order. This reader holds the inner lock, so
///   the last writer has left. A later reader loads the bias with acquire order, so it sees what
///   that writer wrote.
/// - The accesses to `mayReturnAt` may be relaxed: only threads that hold the inner lock make them.
public struct BravoLock<Inner: ReaderWriterLock & ~Copyable>: ReaderWriterExclusion, ~Copyable {
  @usableFromInline let inner = Inner()
  @usableFromInline let bias = ReaderBias()

  /// The declared behaviour: that of the inner lock, except that a reader usually writes to no word
  /// that other readers use.
  public static var traits: ReaderWriterTraits? {
    Inner.traits.map { inner in
      var traits = inner
      traits.readersWrite = false
      traits.family = .composite
      return traits
    }
  }

  /// Makes a free lock that is not biased.
  public init() {}

  /// Reads beside other readers, through the table if the lock is biased.
  @inlinable @inline(__always)
  public borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool {
    if let word = bias.enter() {
      let isWhole = section.read()
      word.pointee.store(0, ordering: .releasing)
      return isWhole
    }
    inner.acquireShared()
    bias.restore()
    let isWhole = section.read()
    inner.releaseShared()
    return isWhole
  }

  /// Writes while no other thread reads or writes.
  @inlinable @inline(__always)
  public borrowing func write<Section: GuardedSection>(_ section: Section) {
    inner.acquireExclusive()
    if bias.state.pointer.pointee.isOn.load(ordering: .relaxed) != 0 { bias.end() }
    section.write()
    inner.releaseExclusive()
  }
}

/// The bias of a ``BravoLock``, and the table in which its readers announce themselves.
@usableFromInline
struct ReaderBias: ~Copyable, Sendable {
  @usableFromInline
  struct State: ~Copyable {
    @usableFromInline let isOn = Atomic<UInt32>(0)
    @usableFromInline let mayReturnAt = Atomic<UInt64>(0)

    @usableFromInline init() {}
  }

  @usableFromInline let state = CacheAligned(State())
  @usableFromInline let readers: WordTable

  /// The shortest time without bias, in units of the time of the writer's search: 9 as published.
  private static var restFactor: UInt64 { 9 }

  @usableFromInline init() { readers = visibleReaders }

  /// The lock's name in the table.
  @inlinable @inline(__always)
  var name: UInt { UInt(bitPattern: state.pointer) }

  /// The hash of the calling thread and the lock, by Fibonacci hashing (Knuth 1973).
  @inlinable @inline(__always)
  var hash: UInt {
    let key = UInt64(sync_owner_id()) ^ UInt64(name)
    return UInt(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 52)
  }

  /// Puts the lock's name into the thread's word and returns the word; nil if the lock is not
  /// biased or the word is taken.
  @inlinable @inline(__always)
  borrowing func enter() -> UnsafeMutablePointer<Atomic<UInt>>? {
    guard state.pointer.pointee.isOn.load(ordering: .acquiring) != 0 else { return nil }
    let word = readers[hash]
    return announce(in: word) ? word : nil
  }

  /// Puts the lock's name into a word, and returns whether the thread may read.
  @inlinable @inline(__always)
  borrowing func announce(in word: UnsafeMutablePointer<Atomic<UInt>>) -> Bool {
    guard
      word.pointee.compareExchange(
        expected: 0, desired: name, successOrdering: .sequentiallyConsistent,
        failureOrdering: .relaxed
      ).exchanged
    else { return false }
    if state.pointer.pointee.isOn.load(ordering: .sequentiallyConsistent) != 0 { return true }
    word.pointee.store(0, ordering: .releasing)
    return false
  }

  /// Restores the bias if the time without it is over; the thread holds the inner lock.
  @usableFromInline @inline(never)
  borrowing func restore() {
    guard state.pointer.pointee.isOn.load(ordering: .relaxed) == 0,
      sync_monotonic_ns() >= state.pointer.pointee.mayReturnAt.load(ordering: .relaxed)
    else { return }
    state.pointer.pointee.isOn.store(1, ordering: .releasing)
  }

  /// Ends the bias, and waits for the readers in the table; the thread holds the inner lock.
  @usableFromInline @inline(never)
  borrowing func end() {
    state.pointer.pointee.isOn.store(0, ordering: .sequentiallyConsistent)
    let start = sync_monotonic_ns()
    for index in 0..<UInt(WordTable.count) {
      while readers[index].pointee.load(ordering: .sequentiallyConsistent) == name { sync_pause() }
    }
    let end = sync_monotonic_ns()
    state.pointer.pointee.mayReturnAt.store(
      end &+ (end &- start) &* Self.restFactor, ordering: .relaxed)
  }
}

/// The table of the readers of all ``BravoLock``s of the process.
private let visibleReaders = WordTable()
