public import CSyncShims
public import Synchronization

/// A sequence lock: readers write nothing, and read again if a writer came in between.
///
/// The sequence is odd while a writer is inside. A reader notes the sequence, reads the data, and
/// keeps the data if the sequence is even and still the same. Writers never wait for readers, so
/// readers may starve. The lock suits data that can be read while it is written: words, but no
/// pointers to memory that a writer frees. Source: Lameter, "Effective synchronization on
/// Linux/NUMA systems" (2005).
///
/// Memory order, after Boehm, "Can seqlocks get along with programming language memory models?"
/// (2012). The data is read and written by relaxed atomics, because the discarded reads would
/// otherwise be data races.
/// - A reader keeps data of one state only. Suppose that a load of the data saw a later writer's
///   store. The writer's fence (release, before its stores) and the reader's fence (acquire, after
///   its loads) would then order the odd sequence before the reader's second load of the sequence,
///   so the two loads of the sequence would differ.
/// - The data is no older than the sequence: the first load of the sequence is an acquire, which
///   pairs with the release store at the end of the previous write.
/// - The second load may be relaxed, because the fence precedes it.
/// - Writers exclude each other by a compare-and-swap from even to odd (a test-and-set), whose
///   acquire pairs with the same release store.
public struct SequenceLock: ReaderWriterExclusion, ~Copyable {
  @usableFromInline let sequence: CacheAligned<Atomic<UInt64>>

  /// The declared behaviour of the primitive.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(
      preference: .writers, readerWaiting: .spins, writerWaiting: .spins, readersWrite: false,
      readersMayStarve: true, family: .composite)
  }

  /// Makes a free lock.
  @inlinable public init() { sequence = CacheAligned(Atomic(0)) }

  /// Reads until no writer has come in between.
  @inlinable @inline(__always)
  public borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool {
    while true {
      let before = sequence.pointer.pointee.load(ordering: .acquiring)
      if before & 1 == 0 {
        let isWhole = section.readRelaxed()
        atomicMemoryFence(ordering: .acquiring)
        if sequence.pointer.pointee.load(ordering: .relaxed) == before { return isWhole }
      }
      sync_pause()
    }
  }

  /// Writes while no other thread writes; readers may read in vain meanwhile.
  @inlinable @inline(__always)
  public borrowing func write<Section: GuardedSection>(_ section: Section) {
    let before = acquire()
    atomicMemoryFence(ordering: .releasing)
    section.writeRelaxed()
    sequence.pointer.pointee.store(before &+ 2, ordering: .releasing)
  }

  /// Makes the sequence odd, and returns its old value.
  @inlinable @inline(__always)
  borrowing func acquire() -> UInt64 {
    while true {
      let before = sequence.pointer.pointee.load(ordering: .relaxed)
      if before & 1 == 0,
        sequence.pointer.pointee.weakCompareExchange(
          expected: before, desired: before &+ 1, successOrdering: .acquiring,
          failureOrdering: .relaxed
        ).exchanged
      {
        return before
      }
      sync_pause()
    }
  }
}
