public import CSyncShims
public import Synchronization

/// Two copies of the data: readers read the one that is shown, without ever waiting, while a writer
/// changes the other, shows it, and then changes the first.
///
/// Each write is done twice. A reader counts itself into one of two counts before it looks which copy is
/// shown, and out of it afterwards. Having turned the copies, a writer waits until it has seen either
/// count empty once; between the two it directs newcomers to the one that it has already seen, so that
/// readers that keep coming can't keep it waiting. Source: Ramalhete and Correia, "Left-Right: a
/// concurrency control technique with wait-free population oblivious reads" (2015).
///
/// Memory order.
/// - A reader adds to a count and then loads which copy is shown; a writer stores that and then loads the
///   counts. All four are sequentially consistent, because each side must see the other's first step or have
///   its own seen: a reader that still found the old copy counted itself in before the store, so the
///   writer's load finds it.
/// - Reader before writer: the reader leaves by a release. Every change of a count is a
///   read-modify-write, so the writer's load that finds it empty reads from the end of a release sequence
///   of each.
/// - Writer before reader: the store and the load of which copy is shown are also a release and an
///   acquire.
/// - Which count newcomers are directed to may be relaxed: the writer looks at both, and nothing depends
///   on it but how soon one of them is empty.
/// - Writers exclude each other by a lock.
///
/// Reads are wait-free where an atomic addition is one instruction: on x86-64, and on arm64 with LSE.
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

  /// Two.
  @inlinable public static var copies: Int { 2 }

  /// Makes a free one.
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

  /// Writes the copy that is hidden, shows it, and writes the other when its readers have left.
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
