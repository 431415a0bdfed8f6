public import CSyncShims
public import Synchronization

/// A sequence lock: readers write nothing, and read again where a writer came between.
///
/// The sequence is odd while a writer is inside. A reader notes it, reads, and keeps what it read if the
/// sequence is even and still the same. Writers never wait for readers, so readers may starve. It suits
/// data that can be read while it is written: words, no pointers to what a writer frees. Source: Lameter,
/// "Effective synchronization on Linux/NUMA systems" (2005).
///
/// Memory order, after Boehm, "Can seqlocks get along with programming language memory models?" (2012).
/// The data is read and written by relaxed atomics, or the reads that are thrown away would be data races.
/// - What a reader keeps is of one state: had a load of the data seen a store of a later writer, then the
///   fence of that writer (release, before its stores) and the reader's (acquire, after its loads) would
///   order the odd sequence before the second look, which would differ.
/// - It is no older than the sequence: the first look is an acquire, and pairs with the release store by
///   which the writer before ended.
/// - The second look may be relaxed, because the fence stands before it.
/// - Writers exclude each other by a compare-and-swap from even to odd (a test-and-set): its acquire pairs
///   with the same release store.
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

  /// Reads until no writer came between.
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

  /// Writes alone, while readers may be reading in vain.
  @inlinable @inline(__always)
  public borrowing func write<Section: GuardedSection>(_ section: Section) {
    let before = acquire()
    atomicMemoryFence(ordering: .releasing)
    section.writeRelaxed()
    sequence.pointer.pointee.store(before &+ 2, ordering: .releasing)
  }

  /// Makes the sequence odd; what it was.
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
