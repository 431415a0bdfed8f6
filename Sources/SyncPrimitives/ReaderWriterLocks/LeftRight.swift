public import CSyncShims
public import Synchronization

/// Two copies of the data, one shown to readers, which never wait, and one hidden for a writer.
///
/// A writer changes the hidden copy, shows it, and then changes the other copy, so each write is
/// done twice. A reader adds itself to one of two counts before it loads which copy is shown, and
/// leaves the count after its read. After a writer has shown its copy, it waits until it has seen
/// each count empty once. Between the two waits, it directs new readers to the count that it has
/// already seen empty, so that a stream of readers can't keep it waiting. Source: Ramalhete and
/// Correia, "Left-Right: a concurrency control technique with wait-free population oblivious reads"
/// (2015).
///
/// Memory order.
/// - A reader adds to a count and then loads which copy is shown; a writer stores which copy is
///   shown and then loads the counts. All four accesses are sequentially consistent, because at
///   least one side must see the other's first step. A reader that still found the old copy added
///   itself before the store, so the writer's load finds the reader.
/// - Reader before writer: the reader leaves by a release. Every change of a count is a
///   read-modify-write, so the writer's load that finds the count empty reads from the end of a
///   release sequence of each reader.
/// - Writer before reader: the store and the load of which copy is shown are also a release and an
///   acquire.
/// - The word that says which count new readers use may be read and written relaxed. The writer
///   waits for both counts, so only the length of its waits depends on that word.
/// - Writers exclude each other by a lock.
///
/// Reads are wait-free if an atomic addition is one instruction: on x86-64, and on arm64 with LSE.
public struct LeftRight: ReaderWriterExclusion, ~Copyable {
  /// The state that all readers read, and one writer at a time changes.
  @usableFromInline
  struct Direction: ~Copyable {
    /// The copy that is shown.
    @usableFromInline let copy = Atomic<Int>(0)
    /// The count that newcomers use.
    @usableFromInline let count = Atomic<Int>(0)

    @usableFromInline init() {}
  }

  @usableFromInline let direction: CacheAligned<Direction>
  @usableFromInline let firstCount: CacheAligned<Atomic<UInt64>>
  @usableFromInline let secondCount: CacheAligned<Atomic<UInt64>>
  @usableFromInline let writers: TTASLock<Pause>

  /// The declared behaviour of the primitive.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(
      preference: .none, readerWaiting: .never, writerWaiting: .spins, family: .composite)
  }

  /// Two: the shown copy and the hidden copy.
  @inlinable public static var copies: Int { 2 }

  /// Makes a free primitive.
  @inlinable
  public init() {
    direction = CacheAligned(Direction())
    firstCount = CacheAligned(Atomic(0))
    secondCount = CacheAligned(Atomic(0))
    writers = TTASLock<Pause>()
  }

  @inlinable @inline(__always)
  borrowing func count(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    index == 0 ? firstCount.pointer : secondCount.pointer
  }

  /// Reads the copy that is shown.
  @inlinable @inline(__always)
  public borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool {
    let count = count(direction.pointer.pointee.count.load(ordering: .relaxed))
    count.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    let shown = direction.pointer.pointee.copy.load(ordering: .sequentiallyConsistent)
    let isWhole = section.copy(shown).read()
    count.pointee.wrappingSubtract(1, ordering: .releasing)
    return isWhole
  }

  /// Writes the hidden copy, shows it, and writes the other copy after its readers have left.
  @inlinable @inline(__always)
  public borrowing func write<Section: GuardedSection>(_ section: Section) {
    writers.acquire()
    let shown = direction.pointer.pointee.copy.load(ordering: .relaxed)
    section.copy(1 &- shown).write()
    direction.pointer.pointee.copy.store(1 &- shown, ordering: .sequentiallyConsistent)
    let used = direction.pointer.pointee.count.load(ordering: .relaxed)
    waitUntilEmpty(1 &- used)
    direction.pointer.pointee.count.store(1 &- used, ordering: .relaxed)
    waitUntilEmpty(used)
    section.copy(shown).write()
    writers.release()
  }

  @inlinable @inline(__always)
  borrowing func waitUntilEmpty(_ index: Int) {
    let count = count(index)
    while count.pointee.load(ordering: .sequentiallyConsistent) != 0 { sync_pause() }
  }
}
